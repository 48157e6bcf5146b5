/** The environment variables of a worker's engine: its processes, its limits, recognition of scanned pages. */
import { Type } from 'typebox';
import { MAX_PAGES } from '../contract/vocabulary.js';
import { INSTALLED_LANGUAGES } from './recognition-languages.js';
import { count, text } from './variables.js';

/** What recognises scanned pages. */
export const OCR_ENGINES = ['auto', 'native', 'wasm'] as const;
const ENGINE_SANDBOXES = ['isolated', 'weak'] as const;

/** What holds where no variable says otherwise; the convert command, which has none, has these alone. */
export const ENGINE_DEFAULTS = {
  memoryMib: 2048,
  pageTimeoutSeconds: 20,
  recognitionTimeoutSeconds: 120,
  /** Recognition takes a hundred times as long as reading: small ranges keep all processes occupied to the end. */
  recognisedPagesPerRange: 4,
  documentTimeoutMinutes: 60,
} as const;

export const engineVariables = {
  ENGINE_PROCESSES: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 256,
      examples: [2],
      description:
        'Engine processes of a worker at once, half as many more for small documents. Default: number of processors.',
    }),
  ),
  ENGINE_SANDBOX: Type.Enum(ENGINE_SANDBOXES, {
    default: 'isolated',
    description:
      'What the processes that read PDFs need in production: isolated, a network of their own (bubblewrap), or weak.',
  }),
  ENGINE_MEMORY_MIB: count('Memory one engine process may use, MiB.', ENGINE_DEFAULTS.memoryMib, {
    minimum: 256,
    maximum: 1_048_576,
  }),
  ENGINE_PAGE_TIMEOUT_SECONDS: count('Time for one page.', ENGINE_DEFAULTS.pageTimeoutSeconds, { maximum: 3_600 }),
  OCR_LANGUAGES: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_]*([+][A-Za-z][A-Za-z0-9_]*)*$',
    default: INSTALLED_LANGUAGES,
    examples: ['eng+deu'],
    description:
      'Languages that scanned pages can be recognised in, the usual one first, by the names of their data files.',
  }),
  OCR_ENGINE: Type.Enum(OCR_ENGINES, {
    default: 'auto',
    description: 'The program tesseract, the WebAssembly build, or auto: the program where it is on PATH.',
  }),
  OCR_DATA_DIR: Type.Optional(
    text('Folder of <language>.traineddata files, .gz or not, for languages that are not installed.', {
      examples: ['/usr/share/tesseract-ocr/5/tessdata'],
    }),
  ),
  OCR_PAGE_TIMEOUT_SECONDS: count('Time for recognising one scanned page.', ENGINE_DEFAULTS.recognitionTimeoutSeconds, {
    maximum: 3_600,
  }),
  OCR_DOCUMENT_TIMEOUT_MINUTES: count('Time for all scanned pages of one document, added up.', 240, {
    maximum: 10_080,
  }),
  OCR_PAGES_PER_RANGE: count('Scanned pages recognised as one activity.', ENGINE_DEFAULTS.recognisedPagesPerRange, {
    maximum: 5_000,
  }),
  ENGINE_DOCUMENT_TIMEOUT_MINUTES: count('Time for one document.', ENGINE_DEFAULTS.documentTimeoutMinutes, {
    maximum: 1_440,
  }),
  ENGINE_PAGES_PER_RANGE: count('Pages parsed as one activity.', 96, { maximum: 5_000 }),
  ENGINE_MAX_PAGES: count('Pages a document may have.', MAX_PAGES, { maximum: 100_000 }),
};
