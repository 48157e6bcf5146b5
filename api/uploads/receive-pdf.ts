/** Handles a request with a PDF in its form, from the first byte to the answer. */
import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { hashRequest, type Answer, type Repeatable } from '../idempotency.js';
import type { Part } from './form-parts.js';
import { readPdfForm, type PdfForm } from './pdf-form.js';
import { discardPdf, storePdf, type StoredPdf } from './store-pdf.js';
import { receiveUpload } from './under-way.js';

export type Received = PdfForm<StoredPdf>;
/** Stores the answer for repeats in the transaction of the change. */
export type Finish = (tx: EntityManager, answer: Answer) => Promise<void>;

interface Receiver {
  /** Names of the fields to read beside `file`. */
  wanted: ReadonlySet<string>;
  /** What the request is for, other than its form; part of the hash that identifies a repeat. */
  purpose: readonly string[];
  /** Makes the PDF the source of a shelf and starts its run. */
  commit: (form: Received, finish: Finish) => Promise<Answer>;
}

/** Stores the PDF while it arrives. If a later field or check refuses the request, the PDF is removed again. */
export async function receivePdf(
  deps: Deps,
  request: FastifyRequest,
  repeatable: Repeatable,
  { wanted, purpose, commit }: Receiver,
): Promise<Answer> {
  const arrived: StoredPdf[] = [];
  const discard = () => Promise.all(arrived.map((pdf) => discardPdf(deps, pdf, request.log)));
  try {
    const account = accountOf(request);
    const store = async (part: Part) => {
      const pdf = await storePdf(deps, account, part, request.log);
      arrived.push(pdf);
      return pdf;
    };
    const form = await receiveUpload(deps, request, (upload) => readPdfForm({ request, upload }, wanted, store));
    const requestHash = hashForm(purpose, form);
    const earlier = await repeatable.earlierAnswer(requestHash);
    if (earlier) {
      await discard();
      return earlier;
    }
    return await commit(form, (tx, answer) => repeatable.finish(tx, requestHash, answer));
  } catch (error) {
    await discard();
    throw error;
  }
}

function hashForm(purpose: readonly string[], { fields, file }: Received): string {
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return hashRequest([...purpose, file.sha256, file.fileName, sorted]);
}
