/**
 * `npm run record-histories -- RELEASE [SCENARIO...]`: records the histories that the replay test keeps, at each release, by
 * the workflows of the build, and its workflow bundle. What a client, an owner and an operator can see within minutes is played with the whole
 * service; what takes months, on a server that skips time. Old files stay for as long as runs of their release may be open.
 */
import type { WorkflowHandle } from '@temporalio/client';
import { silenceTemporal } from '../support/workflows.js';
import { BUNDLE_PATH } from '../../worker/bundle-path.js';
import { saveHistory } from './histories.js';
import { playService, SERVICE_SCENARIOS } from './record-service.js';
import { playSkipping, SKIPPING_SCENARIOS } from './record-skipping.js';
import { saveBundle } from './releases.js';

const [release, ...only] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(release ?? '')) throw new Error('usage: npm run record-histories -- RELEASE [SCENARIO...]');

const wanted = (scenarios: object): string[] =>
  Object.keys(scenarios).filter((name) => only.length === 0 || only.includes(name));

async function keep(handle: WorkflowHandle, name: string): Promise<void> {
  await saveHistory(handle, `${release}-${name}`);
  process.stdout.write(`${name}\n`);
}

silenceTemporal();
const [byService, bySkipping] = [wanted(SERVICE_SCENARIOS), wanted(SKIPPING_SCENARIOS)];
if (byService.length > 0) await playService(byService, keep);
if (bySkipping.length > 0) await playSkipping(bySkipping, keep);
if (only.length === 0) await saveBundle(release!, BUNDLE_PATH);
process.exit();
