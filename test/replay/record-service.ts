/**
 * Histories of the end-to-end run: the whole service is started, a client, an owner and an operator do what they do, and
 * what came of each workflow is kept.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client, WorkflowHandle } from '@temporalio/client';
import type { Operation } from '../../contract/vocabulary.js';
import type { CreatedWebhook } from '../../contract/webhook.js';
import { createTemporal } from '../../infra/temporal.js';
import { reconcileId, WORKFLOWS } from '../../workflows/messages.js';
import { deleteWorkflowId, shelfRunId } from '../../workflows/starts.js';
import { claimClient, type Claims } from '../support/claims.js';
import { SMALL_PDF } from '../support/forms.js';
import { textPdf } from '../support/marked-pdf.js';
import { poll } from '../support/poll.js';
import { startService, type Service } from '../support/service.js';

const REQUESTS_MS = 30 * 60_000;
const WORK_MS = 180_000;
const MANY = '100000';
const SCAN = fileURLToPath(new URL('../../../test/fixtures/harbour-scan.pdf', import.meta.url));
const NOTE: Operation = { type: 'write', path: '9-note.md', content: '# Note\n' };

interface Setting {
  service: Service;
  claims: Claims;
  client: Client;
  /** Of the endpoint that all events go to. */
  webhookId: string;
}

/** By name: what is done; answers the workflow to be kept. */
type Scenarios = Record<string, (setting: Setting) => Promise<WorkflowHandle>>;

export const SERVICE_SCENARIOS: Scenarios = {
  async ready(setting) {
    return ended(setting, await uploaded(setting, await textPdf(9), 'ready'), 1);
  },
  async scanned(setting) {
    return ended(setting, await uploaded(setting, readFileSync(SCAN), 'ready'), 1);
  },
  async failed(setting) {
    return ended(setting, await uploaded(setting, SMALL_PDF, 'failed'), 1);
  },
  async retried(setting) {
    const publicId = await uploaded(setting, SMALL_PDF, 'failed');
    await expectStatus(setting.claims.post(publicId, 'retry'), 200);
    await setting.service.shelfIn(publicId, ['failed'], WORK_MS);
    return ended(setting, publicId, 2);
  },
  async reviewed(setting) {
    const publicId = await inReview(setting);
    await expectStatus(approve(setting, publicId, [NOTE, { type: 'delete', path: 'nowhere.md' }]), 400);
    await expectStatus(setting.claims.post(publicId, 'regenerate'), 200);
    await setting.service.shelfIn(publicId, ['review'], WORK_MS);
    await expectStatus(approve(setting, publicId, [NOTE]), 200);
    return ended(setting, publicId, 1);
  },
  async superseded(setting) {
    const publicId = await inReview(setting);
    await expectStatus(setting.claims.upload(publicId, await textPdf(2)), 200);
    return ended(setting, publicId, 1);
  },
  async superseding(setting) {
    const publicId = await uploaded(setting, await textPdf(2), 'ready');
    await expectStatus(setting.claims.upload(publicId, await textPdf(3)), 200);
    return ended(setting, publicId, 2);
  },
  /** As far as its wait for the last sweep, which is as long as an activity may take. */
  async deleted(setting) {
    const publicId = await inReview(setting);
    await expectStatus(setting.service.request(`/v1/shelves/${publicId}`, { method: 'DELETE' }), 200);
    const handle = setting.client.workflow.getHandle(deleteWorkflowId(publicId));
    await poll(async () => {
      const { events } = await handle.fetchHistory();
      return events?.some((event) => event.timerStartedEventAttributes) ? true : null;
    }, WORK_MS);
    return handle;
  },
  async sent(setting) {
    const account = { email: 'reader@example.com', name: 'A Reader', password: 'correct horse battery' };
    await expectStatus(setting.service.request('/v1/auth/register', jsonOf(account)), 201);
    return latest(setting, WORKFLOWS.sendMail);
  },
  async drawn(setting) {
    const publicId = await uploaded(setting, await textPdf(2), 'ready');
    await expectStatus(setting.service.request(`/v1/shelves/${publicId}/pages/2.png?width=200`), 200);
    return latest(setting, WORKFLOWS.viewPage);
  },
  async 'one-turn'(setting) {
    await setting.client.schedule.getHandle(reconcileId('processing')).trigger();
    return latest(setting, WORKFLOWS.reconcile);
  },
  /** The receiver refuses the first attempt of each. */
  async 'second-attempt'(setting) {
    await uploaded(setting, SMALL_PDF, 'failed');
    return latest(setting, WORKFLOWS.deliverWebhook);
  },
  async recovered(setting) {
    const { service, webhookId } = setting;
    const path = `/v1/webhooks/${webhookId}`;
    const since = new Date().toISOString();
    await expectStatus(service.request(path, { ...jsonOf({ enabled: false }), method: 'PATCH' }), 200);
    await uploaded(setting, SMALL_PDF, 'failed');
    await expectStatus(service.request(path, { ...jsonOf({ enabled: true }), method: 'PATCH' }), 200);
    await expectStatus(service.request(`${path}/recover`, jsonOf({ since })), 202);
    return latest(setting, WORKFLOWS.recoverDeliveries);
  },
};

/** Plays the scenarios of these names, one after another; `keep` is given each one's workflow. */
export async function playService(
  names: string[],
  keep: (handle: WorkflowHandle, name: string) => Promise<void>,
): Promise<void> {
  const receiver = await startReceiver();
  const service = await startService({
    ENGINE_PAGES_PER_RANGE: '4',
    OCR_PAGES_PER_RANGE: '1',
    WEBHOOK_FIRST_RETRY_SECONDS: '1',
    LIMIT_CREATES_PER_HOUR: MANY,
    LIMIT_WRITES_PER_MINUTE: MANY,
  });
  const temporal = createTemporal(service.temporal);
  try {
    const claims = claimClient(service, temporal);
    await claims.subscribe();
    const url = `http://localhost:${(receiver.address() as AddressInfo).port}/events`;
    const events = ['shelf.ready', 'shelf.failed', 'shelf.review'];
    const made = await expectStatus(service.request('/v1/webhooks', jsonOf({ url, events })), 201);
    const { publicId: webhookId } = (await made.json()) as CreatedWebhook;
    await temporal.within(REQUESTS_MS, async (client) => {
      for (const name of names) {
        await keep(await SERVICE_SCENARIOS[name]!({ service, claims, client, webhookId }), name);
      }
    });
  } finally {
    await temporal.close();
    await service.stop();
    receiver.close();
  }
}

async function startReceiver(): Promise<Server> {
  const server = createServer((request, response) => {
    const status = request.headers['webhook-attempt'] === '1' ? 500 : 204;
    request.resume().on('end', () => response.writeHead(status, { connection: 'close' }).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const jsonOf = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function expectStatus<T extends { status: number }>(reply: Promise<T>, status: number): Promise<T> {
  const answered = await reply;
  if (answered.status !== status) throw new Error(`answered ${answered.status}, not ${status}`);
  return answered;
}

async function uploaded({ service }: Setting, pdf: Buffer, status: string): Promise<string> {
  const { publicId } = await service.createShelf(pdf);
  const shelf = await service.shelfIn(publicId, ['ready', 'failed'], WORK_MS);
  if (shelf.status !== status) throw new Error(`the shelf is ${shelf.status}, not ${status}`);
  return publicId;
}

async function inReview({ service, claims }: Setting): Promise<string> {
  const publicId = await claims.createReviewed(await textPdf(2));
  await service.shelfIn(publicId, ['review'], WORK_MS);
  return publicId;
}

function approve({ service }: Setting, publicId: string, operations: Operation[]): Promise<Response> {
  return service.request(`/v1/shelves/${publicId}/approve`, jsonOf({ operations }));
}

/** The shelf's run n, once it is closed. */
async function ended({ client }: Setting, publicId: string, run: number): Promise<WorkflowHandle> {
  const handle = client.workflow.getHandle(shelfRunId(publicId, run));
  await poll(async () => ((await handle.describe()).status.name === 'RUNNING' ? null : true), WORK_MS);
  return handle;
}

/** The workflow of a type that was started last, once all of them are closed. */
function latest({ client }: Setting, type: string): Promise<WorkflowHandle> {
  const query = `WorkflowType = '${type}'`;
  return poll(async () => {
    const found: { workflowId: string; startedMs: number }[] = [];
    for await (const { workflowId, status, startTime } of client.workflow.list({ query })) {
      if (status.name === 'RUNNING') return null;
      found.push({ workflowId, startedMs: startTime.getTime() });
    }
    const [last] = found.toSorted((a, b) => b.startedMs - a.startedMs);
    return last ? client.workflow.getHandle(last.workflowId) : null;
  }, WORK_MS);
}
