/** Registering and signing in as a client does it, with the codes taken from the outbox. */
import { Mail } from '../../entities/mail.js';
import type { TestApp } from './app.js';

export const PASSWORD = 'correct horse';

let count = 0;
/** An address that no other test uses, not in lower case. */
export const newAddress = () => `Ada.${(count += 1)}@Example.com`;

export const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

export function accountClient(api: () => TestApp) {
  const send = (url: string, payload: object, headers: Record<string, string> = {}) =>
    api().request({ method: 'POST', url, payload, headers });
  /** The mails to an address, oldest first. */
  const mailsTo = (email: string) =>
    api().database.manager.find(Mail, { where: { recipient: email.toLowerCase() }, order: { createdAt: 'ASC' } });
  const client = {
    send,
    mailsTo,
    register: (email: string, more: object = {}) =>
      send('/v1/auth/register', { email, name: 'Ada', password: PASSWORD, ...more }),
    verify: (email: string, code: string) => send('/v1/auth/verify-email', { email, code }),
    login: (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
      send('/api/auth/login', { email, password }, headers),
    forgot: (email: string) => send('/api/auth/forgot-password', { email }),
    reset: (email: string, code: string, password = 'battery staple') =>
      send('/api/auth/reset-password', { email, code, password }),
    /** The code in the last mail to an address. */
    lastCode: async (email: string): Promise<string> => {
      return codeIn((await mailsTo(email)).at(-1));
    },
    /** A new account with a password; answers its address and first key. */
    registered: async (): Promise<{ email: string; key: string }> => {
      const email = newAddress();
      await client.register(email);
      const reply = await client.verify(email, await client.lastCode(email));
      return { email, key: reply.json<{ apiKey: { key: string } }>().apiKey.key };
    },
  };
  return client;
}

export function codeIn(mail: Mail | undefined): string {
  return /\b\d{6}\b/.exec(mail?.body ?? '')?.[0] ?? 'none';
}

/** The `name=value` of the one cookie that a reply sets. */
export function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}
