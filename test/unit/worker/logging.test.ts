import { expect, test } from '@jest/globals';
import type { ActivityExecuteInput } from '@temporalio/worker';
import { createLogger } from '../../../infra/logger.js';
import { logContext, sdkLogger } from '../../../worker/logging.js';

test('every line of an activity says whose work it is, and the document of nobody', async () => {
  const { inbound, outbound } = logContext({} as Parameters<typeof logContext>[0]);
  const input = { shelfPublicId: 'shf_1', run: 2, requestId: 'req-7', first: 1, last: 48 };
  await inbound?.execute?.({ args: [input] } as unknown as ActivityExecuteInput, async () => undefined);
  const attributes = outbound?.getLogAttributes?.({ workflowId: 'shelf/shf_1/2' }, (given) => given);
  expect(attributes).toEqual({ workflowId: 'shelf/shf_1/2', shelf: 'shf_1', run: 2, requestId: 'req-7' });
});

test('lines of the SDK become lines of our log, without its tokens and with errors as ours are', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = sdkLogger(createLogger({ level: 'info', name: 'worker', destination }));
  log.warn('Activity failed', { taskToken: 'dG9rZW4=', shelf: 'shf_1', error: new TypeError('x is undefined') });
  log.debug('Activity started', { shelf: 'shf_1' });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    name: 'worker',
    msg: 'Activity failed',
    shelf: 'shf_1',
    error: { type: 'TypeError', message: 'x is undefined' },
  });
  expect(lines[0]).not.toContain('dG9rZW4=');
});
