/** pdf.js for all that reads, loaded between empty stubs of what reading does not need. Modules are run in this order. */
import { removeStubs } from './pdfjs-stubs.js';
import { AnnotationType, getDocument, OPS, PDFDataRangeTransport, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

removeStubs();

export { AnnotationType, getDocument, OPS, PDFDataRangeTransport, PDFWorker, WorkerMessageHandler };
