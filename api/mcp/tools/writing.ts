import { Type } from 'typebox';
import { NAME_MAX_LENGTH, type Shelf } from '../../../contract/shelf.js';
import { TEMPLATES } from '../../../contract/vocabulary.js';
import { DownloadError, type Downloader } from '../../../infra/outbound/download.js';
import { data, defineTool, refused, type Tool } from '../define-tool.js';
import { pdfForm } from '../pdf-form.js';
import { ShelfId } from './arguments.js';
import { describeState, STATE } from './shelves.js';

const MAX_BASE64_BYTES = 10 * 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const INPUT = Type.Object({
  url: Type.Optional(Type.String({ minLength: 1, description: 'Where the PDF itself is, not a page about it.' })),
  pdf_base64: Type.Optional(Type.String({ minLength: 1, description: 'The PDF, if there is no url.' })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: NAME_MAX_LENGTH, description: 'Default: from the url.' })),
  template: Type.Optional(
    Type.Enum([...TEMPLATES], { description: 'The kind of document; without it, its headings decide.' }),
  ),
  language: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Of scanned pages: ISO 639 codes separated by commas, such as deu; detected from the document if not given.',
    }),
  ),
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Any text of your own: a repeat within 24 hours gets the first shelf.',
    }),
  ),
});

/** The tool needs the network, the others only the routes. */
export function createShelf(download: Downloader): Tool {
  return defineTool({
    name: 'create_shelf',
    title: 'Make a shelf of a PDF',
    description:
      'Makes a shelf of a PDF: from url (public https, at most 100 MB) or pdf_base64 (at most 10 MB). Answers at once; then wait_for_shelf. A repeated call makes another shelf, unless idempotency_key is the same.',
    kind: 'creates',
    input: INPUT,
    output: Type.Object({ ...STATE, next: Type.String() }),
    async run({ url, pdf_base64, name, template, language, idempotency_key }, { api, signal }) {
      if ((url === undefined) === (pdf_base64 === undefined))
        return refused('VALIDATION_ERROR: exactly one of url and pdf_base64.\nNext: call again with one of them.');
      const stop = new AbortController();
      const source =
        url === undefined
          ? decoded(pdf_base64 ?? '')
          : { fileName: fileNameOf(url), pdf: download(url, AbortSignal.any([signal, stop.signal])) };
      if ('fault' in source)
        return refused(`VALIDATION_ERROR: pdf_base64: ${source.fault}\nNext: use url, or tell the user.`);
      const noted = noteFailure(source.pdf);
      const body = pdfForm({ fields: { name, template, language }, fileName: source.fileName, pdf: noted.chunks });
      try {
        const shelf = await api.json<Shelf>({
          method: 'POST',
          path: ['v1', 'shelves'],
          body,
          repeatKey: idempotency_key,
          signal,
        });
        return data({ ...describeState(shelf), next: 'Call wait_for_shelf.' });
      } catch (error) {
        const failure = noted.failure();
        if (!(failure instanceof DownloadError)) throw error;
        return refused(
          `VALIDATION_ERROR: url: ${failure.message}.\nNext: check the url with the user, or send pdf_base64.`,
        );
      } finally {
        stop.abort(); // a download that the route has refused on the way
        body.stream.destroy();
      }
    },
  });
}

export const deleteShelf = defineTool({
  name: 'delete_shelf',
  title: 'Delete a shelf',
  description: 'Deletes a shelf with all its files and versions, for good. Ask the user first.',
  kind: 'destroys',
  input: Type.Object({ shelf_id: ShelfId }),
  output: Type.Object({ shelf_id: Type.String(), deleted: Type.Boolean() }),
  async run({ shelf_id }, { api, signal }) {
    await api.json({ method: 'DELETE', path: ['v1', 'shelves', shelf_id], signal });
    return data({ shelf_id, deleted: true });
  },
});

function decoded(base64: string): { fileName: string; pdf: Buffer[] } | { fault: string } {
  if (base64.length > (MAX_BASE64_BYTES * 4) / 3 + 4) return { fault: 'more than 10 MB' };
  if (!BASE64.test(base64)) return { fault: 'not base64' };
  return { fileName: 'document.pdf', pdf: [Buffer.from(base64, 'base64')] };
}

/** The last segment of the URL's path, which gives the shelf its name. */
function fileNameOf(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  const name = last.replace(/%[0-9a-f]{2}/gi, ' ').trim();
  return name === '' ? 'document.pdf' : name.slice(0, 200);
}

/** The same chunks; what breaks them off is noted, since the route only sees that its body ended. */
function noteFailure(chunks: AsyncIterable<Buffer> | Iterable<Buffer>) {
  let failure: unknown = null;
  async function* noting(): AsyncGenerator<Buffer> {
    try {
      yield* chunks;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { chunks: noting(), failure: () => failure };
}
