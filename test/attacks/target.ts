/** A service that is running on this machine, as strangers and customers reach it; its data folder tells its addresses. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDataSource } from '../../entities/data-source.js';
import { fileField, form, FORM_TYPE } from '../support/forms.js';

export const PASSWORD = 'correct horse battery';
const READY_MS = 60_000;
const POLL_MS = 250;

export interface Call {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | object;
  /** The loopback address that it comes from: each 127.x.y.0/24 is a network to the service. */
  from?: string;
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  ms: number;
}

export interface Customer {
  email: string;
  key: string;
  /** Sends a request with the key. */
  ask: (call: Call) => Promise<Reply>;
}

interface Connection {
  baseUrl: string;
  databaseUrl: string;
  mailDir: string;
}

export type Target = ReturnType<typeof openTarget>;

/** @param dataFolder of `npm start` */
export function openTarget(dataFolder: string) {
  const connection = JSON.parse(readFileSync(join(dataFolder, 'connection.json'), 'utf8')) as Connection;
  const { baseUrl, mailDir, databaseUrl } = connection;
  const { port } = new URL(baseUrl);
  let addresses = 0;

  function call({ method = 'GET', path, headers = {}, body, from = nextAddress() }: Call): Promise<Reply> {
    const isJson = body !== undefined && !Buffer.isBuffer(body);
    const bytes = isJson ? Buffer.from(JSON.stringify(body)) : (body as Buffer | undefined);
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          localAddress: from,
          agent: false,
          headers: {
            ...(isJson && { 'content-type': 'application/json' }),
            ...(bytes && { 'content-length': bytes.length }),
            ...headers,
          },
        },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.on('error', reject);
          reply.on('end', () => {
            const { statusCode: status = 0, headers: given } = reply;
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({ status, headers: given, body: text, ms: performance.now() - begun });
          });
        },
      );
      sent.on('error', reject);
      sent.end(bytes);
    });
  }

  /** Another network for each request that does not name its own, so that limits of addresses do not get in the way. */
  function nextAddress(): string {
    addresses += 1;
    return `127.${1 + (addresses >> 8)}.${addresses % 256}.1`;
  }

  /** The mails to an address, oldest first. */
  function mailsTo(email: string): string[] {
    return readdirSync(mailDir)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => join(mailDir, name))
      .toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
      .map((path) => readFileSync(path, 'utf8'))
      .filter((mail) => mail.toLowerCase().includes(email.toLowerCase()));
  }

  /** A new account, by the code of its mail. */
  async function customer(): Promise<Customer> {
    const email = `mallory-${crypto.randomUUID()}@example.com`;
    await call({ method: 'POST', path: '/v1/auth/register', body: { email, name: 'Mallory', password: PASSWORD } });
    const code = await until(() => /\b\d{6}\b/.exec(mailsTo(email)[0]?.split(/\r?\n\r?\n/)[1] ?? '')?.[0]);
    const verified = await call({ method: 'POST', path: '/v1/auth/verify-email', body: { email, code } });
    const { key } = (JSON.parse(verified.body) as { apiKey: { key: string } }).apiKey;
    const ask = (one: Call) => call({ ...one, headers: { ...one.headers, authorization: `Bearer ${key}` } });
    return { email, key, ask };
  }

  return {
    baseUrl,
    call,
    customer,
    mailsTo,
    /** A session's cookie, and the reply that set it. */
    async signIn(email: string, from?: string) {
      const reply = await call({
        method: 'POST',
        path: '/api/auth/login',
        body: { email, password: PASSWORD },
        ...(from !== undefined && { from }),
      });
      return { reply, cookie: String(reply.headers['set-cookie']?.[0]).split(';')[0] ?? '' };
    },
    /** What an attacker cannot do, to let time pass. */
    async sql(text: string, parameters: unknown[] = []): Promise<unknown> {
      const dataSource = createDataSource(databaseUrl, { poolSize: 1, applicationName: 'attacks' });
      await dataSource.initialize();
      try {
        return await dataSource.query(text, parameters);
      } finally {
        await dataSource.destroy();
      }
    },
    upload: ({ ask }: Customer, content: Buffer, name = 'report.pdf'): Promise<Reply> =>
      ask({ method: 'POST', path: '/v1/shelves', headers: FORM_TYPE, body: form(fileField(content, name)) }),
    /** The id of a shelf of this PDF, once it is ready. */
    async shelf(owner: Customer, content: Buffer, name?: string): Promise<string> {
      const created = await this.upload(owner, content, name);
      if (created.status !== 201) throw new Error(`no shelf: ${created.status} ${created.body}`);
      const { publicId } = JSON.parse(created.body) as { publicId: string };
      await until(async () => {
        const { status } = JSON.parse((await owner.ask({ path: `/v1/shelves/${publicId}` })).body) as {
          status: string;
        };
        if (status === 'failed') throw new Error('the shelf has failed');
        return status === 'ready' || undefined;
      });
      return publicId;
    },
  };
}

/** Asks again until there is an answer. */
export async function until<T>(ask: () => T | undefined | Promise<T | undefined>, withinMs = READY_MS): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error('it takes too long');
    await pause(POLL_MS);
  }
}
