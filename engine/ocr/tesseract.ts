/**
 * Tesseract as WebAssembly, within this process: no worker thread, no network, no cache, its files in memory alone.
 *
 * The plain SIMD build is taken by name. tesseract.js itself would choose the relaxed one where the processor has it,
 * whose sums may differ from one make of processor to the next: the same PDF has to give the same bytes everywhere.
 */
import { createRequire } from 'node:module';
import type { Bitmap } from '../model.js';

export interface Language {
  /** As Tesseract names it: "eng". */
  code: string;
  /** Its `.traineddata`, unpacked. */
  data: Uint8Array;
}

/** Pixels, y down. */
export interface PixelBox {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export interface SeenWord {
  text: string;
  /** 0 to 100. */
  confidence: number;
  bbox: PixelBox;
  symbols: { text: string; bbox: PixelBox }[];
}

export interface SeenLine {
  bbox: PixelBox;
  baseline: PixelBox;
  rowAttributes: { rowHeight: number };
  words: SeenWord[];
}

interface SeenPage {
  blocks: { paragraphs: { lines: SeenLine[] }[] }[];
}

/** The parts of the WebAssembly module's interface that are used. */
interface Core {
  FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
  TessBaseAPI: new () => Api;
}

interface Api {
  Init(dataPath: string | null, languages: string, engine: number): number;
  SetVariable(name: string, value: string): boolean;
  /** @returns 0 when the picture in the file `/input` was read */
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  Clear(): void;
  /** Frees the languages of the last Init. */
  End(): void;
}

const LSTM_ONLY = 1;
/** Layout analysis without telling the script or turning the page: that takes data of its own. */
const AUTOMATIC_SEGMENTATION = '3';
const UPRIGHT = 1;
const INCH = 72;

export interface Recogniser {
  /** Lines in Tesseract's reading order, in the bitmap's pixels. */
  recognise(bitmap: Bitmap): SeenLine[];
}

/** Loads the recogniser, which holds some 150 MB and serves any number of pages. */
export async function createRecogniser(languages: readonly Language[]): Promise<Recogniser> {
  return (await loadTesseract()).recogniser(languages);
}

export interface Tesseract {
  /** A recogniser of languages; the one that was given out before is of no use any more. */
  recogniser(languages: readonly Language[]): Recogniser;
}

/** Loads the program without any language: to try several, one after the other, in the memory of one. */
export async function loadTesseract(): Promise<Tesseract> {
  const load = createRequire(import.meta.url)('tesseract.js-core/tesseract-core-simd-lstm') as (
    options: object,
  ) => Promise<Core>;
  const silent = (): void => {};
  const core = await load({ print: silent, printErr: silent, TesseractProgress: silent });
  const api = new core.TessBaseAPI();
  return {
    recogniser(languages) {
      api.End();
      return recogniserOf(core, api, languages);
    },
  };
}

function recogniserOf(core: Core, api: Api, languages: readonly Language[]): Recogniser {
  for (const { code, data } of languages) core.FS.writeFile(`${code}.traineddata`, data);
  const codes = languages.map(({ code }) => code).join('+');
  const failed = api.Init(null, codes, LSTM_ONLY) !== 0;
  // the program has read them
  for (const { code } of languages) core.FS.unlink(`${code}.traineddata`);
  if (failed) throw new Error(`the data of the OCR languages ${codes} cannot be used`);
  api.SetVariable('tessedit_pageseg_mode', AUTOMATIC_SEGMENTATION);
  return {
    recognise(bitmap) {
      api.SetVariable('user_defined_dpi', String(Math.round(bitmap.scale * INCH)));
      core.FS.writeFile('/input', portableGreymap(bitmap));
      if (api.SetImageFile(UPRIGHT, 0) !== 0) throw new Error('the picture of the page was not taken');
      if (api.Recognize(null) !== 0) throw new Error('the picture of the page could not be recognised');
      const { blocks } = JSON.parse(api.GetJSONText()) as SeenPage;
      // what it has learnt of a page's letters must not change how the next page is read
      api.Clear();
      core.FS.unlink('/input');
      return blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
    },
  };
}

/** The simplest picture format that Tesseract's reader takes: a line of facts, then the pixels. */
export function portableGreymap({ width, height, grey }: Bitmap): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]);
}
