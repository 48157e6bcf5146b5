import { expect, test } from '@jest/globals';
import { workflowStatus, type Executions } from '../../../activities/executions.js';

const described = (name: string): Executions => ({
  within: (_timeoutMs, call) => {
    const handle = { describe: async () => ({ status: { name }, raw: { pendingActivities: [] } }) };
    return call({ workflow: { getHandle: () => handle } } as unknown as Parameters<typeof call>[0]);
  },
});

test('a run that an operator has paused is no closed one, which the reconciler would fail', async () => {
  expect(await workflowStatus(described('PAUSED'), 'shelf-1')).toBe('RUNNING');
  expect(await workflowStatus(described('TERMINATED'), 'shelf-1')).toBe('TERMINATED');
});
