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
}

export async function loadHistories(): Promise<StoredHistory[]> {
  const stored: StoredHistory[] = [];
  for (const workflowType of await readdir(FOLDER)) {
    for (const file of await readdir(join(FOLDER, workflowType))) {
      const text = await readFile(join(FOLDER, workflowType, file), 'utf8');
      stored.push({ workflowType, name: file.replace(/\.json$/, ''), history: historyFromJSON(JSON.parse(text)) });
    }
  }
  return stored;
}

/** What tells of the machine that recorded, and is nothing to a replay. */
const OF_THE_MACHINE: Record<string, string> = { stackTrace: '', identity: 'worker' };

/** Stores the history of a workflow under `<workflowType>/<name>.json`. */
export async function saveHistory(handle: WorkflowHandle, name: string): Promise<void> {
  const { type } = await handle.describe();
  const folder = join(FOLDER, type);
  await mkdir(folder, { recursive: true });
  const history = JSON.parse(historyToJSON(await handle.fetchHistory()), (key, value: unknown) =>
    typeof value === 'string' ? (OF_THE_MACHINE[key] ?? value) : value,
  ) as unknown;
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(history, null, 2)}\n`);
}
