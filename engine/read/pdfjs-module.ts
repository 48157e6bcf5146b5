/**
 * pdf.js for all that reads. It loads a canvas library as it starts, which takes longer than all the rest of a start and
 * 40 MB, and of which reading needs nothing: while pdf.js loads, an empty module stands in its place. Who paints
 * (paint.ts) loads the library itself.
 */
const { createRequire } = process.getBuiltinModule('node:module');
const require = createRequire(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs'));
const canvas = require.resolve('@napi-rs/canvas');
const loaded = require.cache[canvas] !== undefined;
/** Looked for as pdf.js loads, used as it paints. */
const painting = globalThis as { DOMMatrix?: unknown; Path2D?: unknown };
painting.DOMMatrix ??= class {};
painting.Path2D ??= class {};
if (!loaded) require.cache[canvas] = { exports: {}, loaded: true } as NodeJS.Module;

export const { AnnotationType, getDocument, OPS, PDFDataRangeTransport, PDFWorker } =
  await import('pdfjs-dist/legacy/build/pdf.mjs');

if (!loaded) delete require.cache[canvas];
