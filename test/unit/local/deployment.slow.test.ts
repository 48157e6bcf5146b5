/** `npm run deployment` as the process that it is, at a real server: what it waits for, and what it shows at once. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { deploymentOptions } from '../../../worker/deployment.js';
import { setUpTemporal } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const COMMAND = join(import.meta.dirname, '../../../local/deployment.js');

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

/** The command at this namespace; `said` grows while it runs. */
function deployment(namespace: string, ...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, TEMPORAL_ADDRESS: env.address, TEMPORAL_NAMESPACE: namespace },
  });
  const output = { said: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output.said += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { output, ended };
}

test.each([
  ['a namespace that is not there', ['nowhere', 'current', 'one'], 'Namespace nowhere is not found.'],
  ['workers without a version where there never were others', ['default', 'unversioned'], 'no Worker Deployment found'],
  ['no deployment to show', ['default', 'show'], 'Worker Deployment not found'],
])('%s: the server’s reason is shown at once', async (_, [namespace, ...args], reason) => {
  const { output, ended } = deployment(namespace!, ...args);
  expect(await ended).toBe(1);
  expect(output.said).toContain(reason);
  expect(output.said).not.toContain('waiting for');
});

test('a build whose workers do not poll yet is waited for; --leave-queues is understood', async () => {
  const { output, ended } = deployment('default', 'current', 'one');
  await until(() => output.said.includes('waiting for'), 'the command waits');
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue: 'any',
    activities: { nothing: async () => undefined },
    ...deploymentOptions('one'),
  });
  await worker.runUntil(async () => {
    expect(await ended).toBe(0);
    const again = deployment('default', 'current', 'one', '--leave-queues');
    expect(await again.ended).toBe(0);
    expect(again.output.said).toContain('"current":"one"');
  });
  expect(output.said).toContain('"current":"one"');
});
