import type { DocumentErrorCode } from '../contract/vocabulary.js';

/** The document is at fault. Crosses processes by its `code`. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
