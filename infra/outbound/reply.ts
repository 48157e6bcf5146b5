/** What is stored of a receiver's reply. */

const MAX_TEXT_BYTES = 4096;
const DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The start of a body as text that Postgres can store, at most 4 KiB of UTF-8 cut at a character; null when empty. */
export function replyText(body: Buffer): string | null {
  const text = new TextDecoder().decode(body).replaceAll('\0', '\uFFFD');
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_TEXT_BYTES));
  return text.slice(0, read) || null;
}

/** Seconds of a `Retry-After` header (RFC 9110: a number, or an HTTP date); null without a valid one. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = DATE.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
