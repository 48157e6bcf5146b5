/**
 * The API as this page calls it: the generated client (clients/typescript), with the session's cookie. Its methods and
 * types are made from the OpenAPI document, so that a changed wire breaks the build of the app.
 */
import { Shelfwright } from '../../../clients/typescript/src/client.js';
import { ApiError, NoAnswerError } from '../../../clients/typescript/src/errors.js';
import { OPERATIONS } from '../../../clients/typescript/src/generated.js';
import { urlOf } from '../../../clients/typescript/src/request.js';
import { askPassword } from './password-request.js';

export { ApiError, NoAnswerError };

/** How long a request may take once the password was entered. */
const REPEAT_MS = 60_000;
const CONFIRM_PATH = OPERATIONS.confirmPassword.path;

/**
 * `fetch` for a page with a session. Where the service wants the password again (403 `confirmation_required`), the
 * person is asked, and the request is repeated once the password was right.
 */
const sessionFetch: typeof fetch = async (input, init) => {
  const send = (again?: RequestInit) =>
    // a deletion continues when the page is left
    fetch(input, { ...init, credentials: 'same-origin', keepalive: init?.method === 'DELETE', ...again });
  const response = await send();
  const asks = response.status === 403 && !isConfirmation(input) && (await wantsPassword(response));
  // a time of its own: that of the first attempt has run while the person was typing
  return asks && (await askPassword()) ? send({ signal: AbortSignal.timeout(REPEAT_MS) }) : response;
};

/** The generated client names requests by their address. */
const isConfirmation = (input: unknown): boolean => typeof input === 'string' && input.endsWith(CONFIRM_PATH);

async function wantsPassword(response: Response): Promise<boolean> {
  return /"confirmation_required"/.test(await response.clone().text());
}

/** Queries are repeated by TanStack Query, which shows what it does; changes are not repeated. */
export const api = new Shelfwright({ baseUrl: window.location.origin, maxRetries: 0, fetch: sessionFetch });

/** Addresses that a browser opens by itself: links, streams, the viewer of PDFs. */
export const addresses = {
  events: (id: string) => urlOf('', OPERATIONS.followShelf, { id }),
  file: (id: string, filePath: string) => urlOf('', OPERATIONS.readFile, { id, filePath }),
  listing: (id: string) => urlOf('', OPERATIONS.listFiles, { id }),
  /** The PDF: the current one, or that of a version. */
  source: (id: string, version?: number) => urlOf('', OPERATIONS.readSource, { id, version }),
} as const;

/** What to tell a person of an error. */
export function messageOf(error: unknown): string {
  if (error instanceof NoAnswerError) return 'The service did not answer. Check your connection, then try again.';
  if (error instanceof ApiError && error.code.startsWith('HTTP_'))
    return `The service answered ${error.status}. Try again.`;
  return error instanceof Error ? error.message : String(error);
}
