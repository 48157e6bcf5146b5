/** The interface specification's "Endpoint URL rules", as far as they concern the text of a URL. Runs in browsers too. */
import { MAX_WEBHOOK_URL_CHARS } from './vocabulary.js';

const MAX_NAME = 253;
const LABEL = /^[^.]{1,63}$/;
/** The one form that URL parsers give an IPv4 address, however it was written. */
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Control characters, spaces and backslashes, which URL parsers drop or rewrite in different ways. */
// oxlint-disable-next-line no-control-regex
const LEFT_TO_PARSERS = /[\u0000-\u0020\u007f\\]/;
/** Names, alone or as suffixes, that are never hosts of the public internet (RFC 6761, 6762, 8375, ICANN). */
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'home.arpa'];

/** Why a URL is refused, with the message for its owner. */
const MESSAGES = {
  invalid_url: 'Webhook URL must be an absolute URL',
  too_long: `Webhook URL must have at most ${MAX_WEBHOOK_URL_CHARS} characters`,
  credentials_not_allowed: 'Webhook URL must not contain a user name or password',
  https_required: 'Webhook URL must use https://',
  port_not_allowed: 'Webhook URL must use port 443',
  host_not_allowed: 'Webhook URL must name a public host',
  unresolvable: 'The host of the webhook URL cannot be resolved',
  private_address: 'The host of the webhook URL must have public addresses only',
};
export type UrlReason = keyof typeof MESSAGES;

/** A URL that requests must not go to. The message is for its owner and does not contain the URL. */
export class UrlRefusedError extends Error {
  override readonly name = 'UrlRefusedError';
  readonly code = 'URL_REFUSED';
  constructor(readonly reason: UrlReason) {
    super(MESSAGES[reason]);
  }
}

export interface UrlRules {
  /** Outside production `http` to `localhost` and `*.localhost` is allowed as well, on any port. */
  production: boolean;
}

export interface WebhookUrl {
  url: URL;
  /** Identifies the receiver, see originOf. */
  origin: string;
  /** Without trailing dot and brackets. */
  hostname: string;
  /** `localhost` and names below it, outside production: this machine, whatever DNS says. */
  loopback: boolean;
}

/** Parses a URL and checks what can be checked without DNS. Throws UrlRefusedError. */
export function readWebhookUrl(text: string, { production }: UrlRules): WebhookUrl {
  if (text.length > MAX_WEBHOOK_URL_CHARS) throw new UrlRefusedError('too_long');
  const url = parse(text);
  if (url.username !== '' || url.password !== '') throw new UrlRefusedError('credentials_not_allowed');
  const hostname = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const loopback = !production && url.protocol === 'http:' && isBelow(hostname, 'localhost');
  if (!loopback && url.protocol !== 'https:') throw new UrlRefusedError('https_required');
  if (url.port !== '' && (!loopback || url.port === '0')) throw new UrlRefusedError('port_not_allowed');
  checkName(hostname, loopback);
  return { url, origin: originOf(url), hostname, loopback };
}

/** The host's name or address. With and without a dot at its end it is the same host. */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/\.$/, '');

/** Scheme, host and port: one receiver. */
export function originOf({ protocol, hostname, port }: URL): string {
  return `${protocol}//${hostOf({ hostname })}${port && `:${port}`}`;
}

function parse(text: string): URL {
  const url = LEFT_TO_PARSERS.test(text) || !text.isWellFormed() ? null : URL.parse(text);
  if (!url) throw new UrlRefusedError('invalid_url');
  // parsers add slashes that are missing and drop those that are too many
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (isWeb && !/^https?:\/\/[^/?#]/i.test(text)) throw new UrlRefusedError('invalid_url');
  return url;
}

function checkName(hostname: string, loopback: boolean): void {
  // colons are in no name: what was in brackets
  if (IPV4.test(hostname) || hostname.includes(':')) return;
  const labels = hostname.split('.');
  if (hostname.length > MAX_NAME || !labels.every((label) => LABEL.test(label)))
    throw new UrlRefusedError('invalid_url');
  if (loopback) return;
  // a name without a dot is one of the local network's
  if (labels.length === 1 || LOCAL_NAMES.some((name) => isBelow(hostname, name)))
    throw new UrlRefusedError('host_not_allowed');
}

function isBelow(hostname: string, name: string): boolean {
  return hostname === name || hostname.endsWith(`.${name}`);
}
