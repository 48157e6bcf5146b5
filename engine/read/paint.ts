/** Pages painted: as grey pictures for recognising their text, and as coloured ones to look at. */
import { createCanvas, DOMMatrix, Path2D, type Canvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Bitmap, ByteSource } from '../model.js';
import { openDocument } from './pdfjs.js';
import { OPS } from './pdfjs-module.js';

// pdf.js looks for these among the globals when it paints
Object.assign(globalThis, { DOMMatrix, Path2D });

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

/** Pages as displayed. What the source throws passes through, and what pdf.js throws for a broken page. */
export interface Painter {
  paint(number: number): Promise<Bitmap>;
  /** As WebP, in colour. */
  picture(number: number): Promise<Uint8Array>;
}

/** @throws as `openDocument` does. */
export async function openPainter(source: ByteSource): Promise<Painter> {
  const { document, sourceFailure } = await openDocument(source, { toPaint: true });
  return {
    paint: (number) => Promise.race([paintPage(document.getPage(number)), sourceFailure]),
    picture: (number) => Promise.race([picturePage(document.getPage(number)), sourceFailure]),
  };
}

async function paintPage(opening: Promise<PDFPageProxy>): Promise<Bitmap> {
  const page = await opening;
  const { width, height } = page.getViewport({ scale: 1 });
  const dpi = Math.min(BEST_DPI, Math.max(LEAST_DPI, await scanDpi(page, width * height)));
  const { canvas, scale } = await render(page, { dpi, maxPixels: MAX_PIXELS });
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

/** @returns the scale in pixels a point, which for a large sheet is less than `dpi` says. */
async function render(
  page: PDFPageProxy,
  { dpi, maxPixels }: { dpi: number; maxPixels: number },
): Promise<{ canvas: Canvas; scale: number }> {
  const { width, height } = page.getViewport({ scale: 1 });
  const most = Math.min(Math.sqrt(maxPixels / (width * height)), MAX_SIDE / Math.max(width, height));
  const scale = Math.min(dpi / POINTS_PER_INCH, most);
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  const context = canvas.getContext('2d');
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport, background: '#ffffff' })
    .promise;
  return { canvas, scale };
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
