/**
 * What pdf.js is to find as it loads, for pdfjs-module.ts to import before it. Without these it loads a canvas library,
 * and by looking at `Response` all that Node has for the network: together more time than the rest of a start, and 50 MB,
 * for nothing that reading needs. To paint, paint.ts loads the canvas library itself, and puts its own in place of the stubs.
 */
const { createRequire } = process.getBuiltinModule('node:module');
const own = createRequire(import.meta.url);
// as pdf.js itself finds it
const require = createRequire(own.resolve('pdfjs-dist/legacy/build/pdf.mjs'));
const canvas = require.resolve('@napi-rs/canvas');
const loaded = require.cache[canvas] !== undefined;
/** Looked for as pdf.js loads, used as it paints. */
const painting = globalThis as { DOMMatrix?: unknown; Path2D?: unknown };
painting.DOMMatrix ??= class {};
painting.Path2D ??= class {};
const response = Object.getOwnPropertyDescriptor(globalThis, 'Response');
Object.defineProperty(globalThis, 'Response', { value: class {}, configurable: true });
if (!loaded) require.cache[canvas] = { exports: {}, loaded: true } as NodeJS.Module;

/** To be called once pdf.js is loaded. */
export function removeStubs(): void {
  if (response) Object.defineProperty(globalThis, 'Response', response);
  else Reflect.deleteProperty(globalThis, 'Response');
  if (!loaded) delete require.cache[canvas];
}
