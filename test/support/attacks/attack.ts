/**
 * What a client tries at the object store with all that the service has given it: credentials of its shelf and an archive
 * URL. The lists beside this file are joined in all.ts.
 */
import { encoded, pathOf, send, signed, type Header, type Keys, type WireReply, type WireRequest } from '../s3-wire.js';

export interface Victim {
  /** Where the requests go. */
  origin: string;
  bucket: string;
  /** Of the client, alive and past their end. */
  session: Keys;
  ended: Keys;
  /** What it may read. */
  prefix: string;
  file: string;
  /** Of the client's own archive, as it was given. */
  archiveUrl: URL;
  /** Every key id that the client has seen. */
  ids: { session: string; issuer: string; signer: string };
  /** Keys that it may not read, and the account that they are of. */
  foreign: { file: string; archive: string; pdf: string; top: string; sibling: string; ownOther: string };
  foreignPrefix: string;
  foreignAccount: string;
}

/** At the filter nothing comes of any. */
export interface Attack {
  name: string;
  /** Where the store is asked itself. `open`: a fault of the store alone, which the filter is there for. `own`: shows what the client may see. */
  store: 'refused' | 'own' | 'open';
  send: (victim: Victim) => Promise<WireReply>;
}

export type Build = (victim: Victim) => WireRequest;
export type Attacks = [name: string, build: Build, store?: Attack['store']][];

/** Signed by the session. */
export const bySession = (attacks: Attacks): Attack[] =>
  attacks.map(([name, build, store = 'refused']) => ({
    name,
    store,
    send: (victim) => send(victim.origin, signed(victim.origin, victim.session, build(victim))),
  }));

/** Sent as they stand. */
export const asTheyStand = (attacks: Attacks): Attack[] =>
  attacks.map(([name, build, store = 'refused']) => ({
    name,
    store,
    send: (victim) => send(victim.origin, build(victim)),
  }));

export const at = (victim: Victim, key: string, more: Partial<WireRequest> = {}): WireRequest => ({
  path: pathOf(victim.bucket, key),
  ...more,
});
export const list = ({ bucket }: Victim, query: string, headers: Header[] = []): WireRequest => ({
  path: `/${bucket}/`,
  query: `list-type=2${query === '' ? '' : `&${query}`}`,
  headers,
});
export const own = ({ prefix }: Victim): string => `prefix=${encoded(prefix)}`;

/** The parent of temporary credentials, which their token names. */
export function parentOf({ sessionToken = '' }: Keys): string {
  const claims = JSON.parse(Buffer.from(sessionToken.split('.')[1] ?? '', 'base64url').toString()) as {
    parent?: string;
  };
  return claims.parent ?? '';
}
