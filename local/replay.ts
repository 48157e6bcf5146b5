/**
 * `npm run replay -- --from-service [--count N]`: replays histories of the service at TEMPORAL_ADDRESS, else of the running
 * `npm start`, on the workflows of this build. Exit codes: 1 when a run does not replay, 2 for an invalid command line.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { loadTemporalConfig } from '../infra/config.js';
import { createTemporal } from '../infra/temporal.js';
import { explainingTls } from '../infra/temporal-tls.js';
import { BUNDLE_PATH } from '../worker/bundle-path.js';
import { replayService, type ReplayedRun } from '../worker/replay-service.js';
import { WORKFLOWS } from '../workflows/messages.js';
import { readStartedEnvironment } from './connection.js';

const USAGE = 'Usage: npm run replay -- --from-service [--count N]   (runs of each workflow type at most; default 50)';
const DATA = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), '.data');
const TOTAL_MS = 60 * 60_000;

/** The command line's `--count`; null if it was not understood. */
function readCount(args: string[]): number | null {
  try {
    const options = { 'from-service': { type: 'boolean' }, count: { type: 'string', default: '50' } } as const;
    const { values } = parseArgs({ args, options });
    const isWhole = /^[1-9]\d{0,4}$/.test(values.count);
    return values['from-service'] && isWhole ? Number(values.count) : null;
  } catch {
    return null; // an option that there is not
  }
}

function report({ workflowType, workflowId, runId, error }: ReplayedRun): void {
  if (error !== null) process.stdout.write(`FAILED ${workflowType} ${workflowId} (run ${runId})\n  ${error}\n`);
}

async function main(args: string[]): Promise<number> {
  const count = readCount(args);
  if (count === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const config = loadTemporalConfig(existsSync(DATA) ? readStartedEnvironment(process.env, DATA) : process.env);
  const temporal = createTemporal(config);
  try {
    let gone = 0;
    const onGone = ({ workflowType, workflowId, runId }: Omit<ReplayedRun, 'error'>): void => {
      gone += 1;
      process.stdout.write(`GONE ${workflowType} ${workflowId} (run ${runId})\n`);
    };
    const types = Object.values(WORKFLOWS);
    const options = { types, count, workflowBundle: { codePath: BUNDLE_PATH }, onReplayed: report, onGone };
    const runs = await explainingTls(config, () =>
      temporal.within(TOTAL_MS, (client) => replayService({ client, ...options })),
    );
    const failed = runs.filter(({ error }) => error !== null);
    const seen = new Set(runs.map(({ workflowType }) => workflowType)).size;
    const others = gone > 0 ? `, ${gone} deleted meanwhile` : '';
    process.stdout.write(`${runs.length} runs of ${seen} workflow types replayed, ${failed.length} failed${others}\n`);
    return failed.length > 0 ? 1 : 0;
  } finally {
    await temporal.close();
  }
}

process.exit(await main(process.argv.slice(2)));
