import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { WorkflowHandle } from '@temporalio/client';

type History = ReturnType<typeof historyFromJSON>;

/** Lies with the sources: histories are kept for as long as runs of their release may be open. */
const FOLDER = fileURLToPath(new URL('../../../test/replay/histories', import.meta.url));

export interface StoredHistory {
  workflowType: string;
  /** `<release>-<scenario>`. */
  name: string;
  history: History;
  /** As it lies in the repository. */
  json: string;
}

export async function loadHistories(): Promise<StoredHistory[]> {
  const stored: StoredHistory[] = [];
  for (const workflowType of await readdir(FOLDER)) {
    for (const file of await readdir(join(FOLDER, workflowType))) {
      const text = await readFile(join(FOLDER, workflowType, file), 'utf8');
      const history = historyFromJSON(JSON.parse(text));
      stored.push({ workflowType, name: file.replace(/\.json$/, ''), history, json: text });
    }
  }
  return stored;
}

/** What tells of the machine that recorded, and is nothing to a replay. */
const OF_THE_MACHINE: Record<string, string> = { stackTrace: '', identity: 'worker' };
/** Queues of one worker are named by its process and host. */
const OWN_QUEUE = /^\d+@.*/;

/** Stores the history of a workflow under `<workflowType>/<name>.json`; throws when it tells of people or machines. */
export async function saveHistory(handle: WorkflowHandle, name: string): Promise<void> {
  const { type } = await handle.describe();
  const folder = join(FOLDER, type);
  await mkdir(folder, { recursive: true });
  const history = JSON.parse(historyToJSON(await handle.fetchHistory()), (key, value: unknown) =>
    typeof value === 'string' ? (OF_THE_MACHINE[key] ?? value.replace(OWN_QUEUE, 'worker')) : value,
  ) as unknown;
  const told = whatIsTold(JSON.stringify(history));
  if (told.length > 0) throw new Error(`${type} ${name} tells ${told.join(', ')}`);
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(history, null, 2)}\n`);
}

/** Paths, addresses of hosts, e-mail addresses, names of files and hosts. */
const TOLD = [
  /\/(?:home|root|tmp|var|usr|opt|srv|work|Users)\/[^"]*/g,
  /\w+:\/\/[^"]*/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b[^"]*/g,
  /[\w.+-]+@[\w-]+\.[a-z]{2,}/gi,
  /[^"/\\]+\.pdf\b/gi,
  /\blocalhost\b/g,
];

/** What a history tells that is nobody's business, in its fields and in its payloads, which are base64. */
export function whatIsTold(json: string): string[] {
  const payloads = [...json.matchAll(/"data":\s*"([A-Za-z0-9+/=]*)"/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );
  return [json, ...payloads].flatMap((text) => TOLD.flatMap((pattern) => text.match(pattern) ?? []));
}

/** Arguments as they are in a history. */
function payloadsOf(input: unknown): { payloads: object[] } {
  const data = (text: string) => Buffer.from(text).toString('base64');
  return { payloads: [{ metadata: { encoding: data('json/plain') }, data: data(JSON.stringify(input)) }] };
}

/** The history as it would be had the run been started with this argument, which its code ignores. */
export function withInput({ json }: StoredHistory, input: unknown): History {
  const { events } = JSON.parse(json) as { events: { workflowExecutionStartedEventAttributes?: object }[] };
  const started = events[0]?.workflowExecutionStartedEventAttributes;
  if (!started) throw new Error('this history has no start');
  Object.assign(started, { input: payloadsOf(input) });
  return historyFromJSON({ events });
}

/** The argument that the run was started with. */
export function inputOf({ history }: StoredHistory): object {
  const [payload] = history.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  if (!payload?.data) throw new Error('this history has no input');
  return JSON.parse(Buffer.from(payload.data).toString()) as object;
}

/** The history as it would be had this signal come while activity `during` was at work. */
export function withSignal(
  { json }: StoredHistory,
  { signalName, input, during }: { signalName: string; input: object; during: string },
): History {
  const { events } = JSON.parse(json) as { events: Record<string, unknown>[] };
  const isScheduled = (event: Record<string, unknown>) =>
    JSON.stringify(event.activityTaskScheduledEventAttributes ?? null).includes(`"name":"${during}"`);
  const before = events.find(isScheduled);
  if (!before) throw new Error(`no ${during} in this history`);
  const at = Number(before.eventId) + 1;
  const signal = {
    eventId: String(at),
    eventTime: before.eventTime,
    eventType: 'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED',
    workflowExecutionSignaledEventAttributes: {
      signalName,
      input: payloadsOf(input),
    },
  };
  const moved = JSON.parse(JSON.stringify(events), (key, value: unknown) =>
    /EventId$/i.test(key) && Number(value) >= at ? String(Number(value) + 1) : value,
  ) as object[];
  return historyFromJSON({ events: moved.toSpliced(at - 1, 0, signal) });
}
