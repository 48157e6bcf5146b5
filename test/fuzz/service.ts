/** The whole service with what a fuzzer needs to get past the 404s: shelves in several states, a key, a session. */
import { setSubscription } from '../../entities/queries/admin.js';
import type { Shelf } from '../../contract/shelf.js';
import { Account } from '../../entities/account.js';
import { hashPassword } from '../../infra/passwords.js';
import { textPdf } from '../support/marked-pdf.js';
import { givenSession } from '../support/rows.js';
import { startService } from '../support/service.js';

const PLENTY = '1000000000';
const UNLIMITED = {
  LIMIT_CREATES_PER_HOUR: PLENTY,
  LIMIT_READS_PER_MINUTE: PLENTY,
  LIMIT_WRITES_PER_MINUTE: PLENTY,
  LIMIT_AUTH_PER_15_MINUTES: PLENTY,
};

export interface FuzzedService {
  baseUrl: string;
  /** publicIds: in `ready` with two versions, and in `review`. */
  shelves: { ready: string; review: string };
  /** The two ways to come. */
  apiKey: string;
  sessionToken: string;
  /** Where what the api has logged stands. */
  logPath(): string;
  stop(): Promise<void>;
}

export async function startFuzzedService(): Promise<FuzzedService> {
  const service = await startService({ ...UNLIMITED, LOG_LEVEL: 'info', ENGINE_PROCESSES: '1' });
  try {
    const { baseUrl, account, apiKey, database } = service;
    // an address that a reply has told of is signed in with
    await database.manager.update(Account, account.id, {
      passwordHash: await hashPassword('correct horse battery', 'test'),
    });
    await setSubscription(database.manager, { email: account.email, active: true });
    const upload = async (): Promise<string> => {
      const form = new FormData();
      form.append('review', 'true');
      form.append('file', new Blob([new Uint8Array(await textPdf(3))], { type: 'application/pdf' }), 'report.pdf');
      const reply = await service.withSession('/v1/shelves', { method: 'POST', body: form });
      const { publicId } = (await reply.json()) as Shelf;
      await service.shelfIn(publicId, ['review']);
      return publicId;
    };
    const [ready, review] = [await upload(), await upload()];
    const approved = await service.withSession(`/v1/shelves/${ready}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operations: [{ type: 'write', path: 'notes.md', content: 'Checked.\n' }] }),
    });
    if (approved.status !== 200) throw new Error(`approve: ${approved.status} ${await approved.text()}`);
    return {
      baseUrl,
      shelves: { ready, review },
      apiKey,
      sessionToken: await givenSession(database.manager, account.id),
      logPath: service.api.logPath,
      stop: service.stop,
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}
