/** Pages painted: as grey pictures for recognising their text, and as coloured ones to look at, whole or in part. */
import type { Canvas } from '@napi-rs/canvas';
import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Bitmap, ByteSource } from '../model.js';
import { openDocument, orNull } from './pdfjs.js';
import { OPS } from './pdfjs-module.js';

/** What recognition reads best, and what is enough where a scan has no more. */
const BEST_DPI = 300;
const LEAST_DPI = 200;
/** A4 at 300 dpi has 8.7 million: larger sheets are painted coarser. */
const MAX_PIXELS = 14_000_000;
/** Longer sides no canvas can have. */
const MAX_SIDE = 32_000;
const POINTS_PER_INCH = 72;
/** Type of 8 points can be read on a screen, and an A4 page takes about 60 kB. */
const PICTURE_DPI = 110;
/** A4 has 1.2 million: of larger sheets the whole is looked at, not the print. */
const MAX_PICTURE_PIXELS = 1_600_000;
/** Of 100: below it, thin strokes get shadows. */
const PICTURE_QUALITY = 60;

/** The finest that a part of a page is drawn: a scan has no more, and a part may be as small as a letter. */
const FINEST_DPI = 600;
/** Of a part or page that is drawn for a client; a sheet of A4 that is 1,600 pixels wide has 3.6 million. */
const MAX_DRAWN_PIXELS = 6_000_000;
/** Longest side of such a picture: what looks at it takes no more. */
const MAX_DRAWN_SIDE = 8_000;

/** A part of a page: x0, y0, x1, y1 in parts of the page as displayed, from its top left corner. */
export type PagePart = readonly [number, number, number, number];
const WHOLE: PagePart = [0, 0, 1, 1];

/** Size of a page as displayed, in points, and its rotation: clockwise degrees, 0, 90, 180 or 270. */
export interface PageSize {
  width: number;
  height: number;
  rotation: number;
}

/** Pages as displayed. What the source throws passes through, and what pdf.js throws for a broken page. */
export interface Painter {
  /** @param withoutText paints all but text that is set in fonts */
  paint(number: number, options?: { withoutText?: boolean }): Promise<Bitmap>;
  /** As WebP, in colour. */
  picture(number: number): Promise<Uint8Array>;
  /** As PNG, `width` pixels wide, or less where that would be finer or larger than is of use. */
  draw(number: number, wanted: { width: number; box: PagePart | null }): Promise<Uint8Array>;
  /** The sizes of all pages in order; null for a page that cannot be read. */
  sizes(): Promise<(PageSize | null)[]>;
}

/** Native code: no process that only reads loads it, and no snapshot of V8's heap can hold it. */
const canvasLibrary = () => import('@napi-rs/canvas');

/** @throws as `openDocument` does. */
export async function openPainter(source: ByteSource): Promise<Painter> {
  const { DOMMatrix, Path2D } = await canvasLibrary();
  // pdf.js looks for these among the globals when it paints
  Object.assign(globalThis, { DOMMatrix, Path2D });
  const { document, sourceFailure } = await openDocument(source, { toPaint: true });
  return {
    paint: (number, { withoutText = false } = {}) =>
      Promise.race([paintPage(document.getPage(number), withoutText), sourceFailure]),
    picture: (number) => Promise.race([picturePage(document.getPage(number)), sourceFailure]),
    draw: (number, wanted) => Promise.race([drawPage(document.getPage(number), wanted), sourceFailure]),
    sizes: () => Promise.race([sizesOf(document), sourceFailure]),
  };
}

async function paintPage(opening: Promise<PDFPageProxy>, withoutText: boolean): Promise<Bitmap> {
  const page = await opening;
  const { width, height } = page.getViewport({ scale: 1 });
  const dpi = Math.min(BEST_DPI, Math.max(LEAST_DPI, await scanDpi(page, width * height)));
  const { canvas, scale } = await render(page, { dpi, maxPixels: MAX_PIXELS, withoutText });
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  page.cleanup();
  return { width: canvas.width, height: canvas.height, grey: greyOf(data), scale };
}

async function picturePage(opening: Promise<PDFPageProxy>): Promise<Uint8Array> {
  const page = await opening;
  const { canvas } = await render(page, { dpi: PICTURE_DPI, maxPixels: MAX_PICTURE_PIXELS });
  page.cleanup();
  return canvas.encode('webp', PICTURE_QUALITY);
}

async function drawPage(
  opening: Promise<PDFPageProxy>,
  { width: pixels, box }: { width: number; box: PagePart | null },
): Promise<Uint8Array> {
  const page = await opening;
  const { width, height } = page.getViewport({ scale: 1 });
  const [x0, y0, x1, y1] = box ?? WHOLE;
  const [partWidth, partHeight] = [(x1 - x0) * width, (y1 - y0) * height];
  const scale = Math.min(
    pixels / partWidth,
    FINEST_DPI / POINTS_PER_INCH,
    Math.sqrt(MAX_DRAWN_PIXELS / (partWidth * partHeight)),
    MAX_DRAWN_SIDE / Math.max(partWidth, partHeight),
  );
  const viewport = page.getViewport({ scale, offsetX: -x0 * width * scale, offsetY: -y0 * height * scale });
  const canvas = await renderInto(page, viewport, { width: partWidth * scale, height: partHeight * scale });
  page.cleanup();
  return canvas.encode('png');
}

async function sizesOf(document: PDFDocumentProxy): Promise<(PageSize | null)[]> {
  const sizes: (PageSize | null)[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await orNull(document.getPage(number));
    const { width, height } = page?.getViewport({ scale: 1 }) ?? { width: 0, height: 0 };
    sizes.push(page && { width, height, rotation: page.rotate });
    page?.cleanup();
  }
  return sizes;
}

/** @returns the scale in pixels a point, which for a large sheet is less than `dpi` says. */
async function render(
  page: PDFPageProxy,
  { dpi, maxPixels, withoutText = false }: { dpi: number; maxPixels: number; withoutText?: boolean },
): Promise<{ canvas: Canvas; scale: number }> {
  const { width, height } = page.getViewport({ scale: 1 });
  const most = Math.min(Math.sqrt(maxPixels / (width * height)), MAX_SIDE / Math.max(width, height));
  const scale = Math.min(dpi / POINTS_PER_INCH, most);
  const viewport = page.getViewport({ scale });
  return { canvas: await renderInto(page, viewport, { ...sizeOf(viewport), withoutText }), scale };
}

const sizeOf = ({ width, height }: PageViewport): { width: number; height: number } => ({ width, height });

const isNoText = (index: number, { fnArray }: { fnArray: number[] }): boolean => fnArray[index] !== OPS.showText;

/** Paints what of the viewport falls on a canvas of this size. */
async function renderInto(
  page: PDFPageProxy,
  viewport: PageViewport,
  { width, height, withoutText = false }: { width: number; height: number; withoutText?: boolean },
): Promise<Canvas> {
  const { createCanvas } = await canvasLibrary();
  const canvas = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = canvas.getContext('2d');
  await page.render({
    ...{ canvas: canvas as never, canvasContext: context as never, viewport, background: '#ffffff' },
    ...(withoutText ? { operationsFilter: isNoText } : {}),
  }).promise;
  return canvas;
}

/** Resolution of the pictures that the page is made of, by their pixels and its area; infinite for none. */
async function scanDpi(page: PDFPageProxy, area: number): Promise<number> {
  const { fnArray, argsArray } = await page.getOperatorList();
  let pixels = 0;
  for (const [i, operator] of fnArray.entries()) {
    const args = argsArray[i] as [{ width?: number; height?: number } | string, number?, number?];
    if (operator === OPS.paintImageXObject) pixels += (args[1] ?? 0) * (args[2] ?? 0);
    const [image] = args ?? [];
    if (operator !== OPS.paintImageMaskXObject && operator !== OPS.paintInlineImageXObject) continue;
    if (typeof image === 'object') pixels += (image.width ?? 0) * (image.height ?? 0);
  }
  return pixels > 0 ? Math.sqrt(pixels / area) * POINTS_PER_INCH : Infinity;
}

/** Luminance by the weights of the eye (ITU-R BT.601). */
function greyOf(rgba: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4);
  for (let i = 0, at = 0; i < grey.length; i++, at += 4) {
    grey[i] = (rgba[at]! * 77 + rgba[at + 1]! * 150 + rgba[at + 2]! * 29) >> 8;
  }
  return grey;
}
