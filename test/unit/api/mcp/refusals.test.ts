/** What a model is told to do after a refusal, by its code, reason and details. */
import { expect, test } from '@jest/globals';
import { RefusedError } from '../../../../api/mcp/api-calls.js';
import { refusalText } from '../../../../api/mcp/refusals.js';
import type { ErrorCode } from '../../../../contract/vocabulary.js';

const told = (code: ErrorCode, details?: object, wait: number | null = null) =>
  refusalText(new RefusedError({ code, message: 'No.', ...(details && { details }) }, wait), { creates: true });

test.each([
  [{ reason: 'key_reused' }, 'call again with a new idempotency_key'],
  [{ reason: 'in_progress' }, 'wait 30 seconds, then repeat the call with the same idempotency_key'],
  [{ reason: 'too_large_to_read' }, 'do not repeat this call'],
  [{ reason: 'not_drawable' }, 'use the text'],
  [{ status: 'failed' }, 'get_shelf says why'],
  [{ status: 'review' }, 'a person has to approve'],
  [{ status: 'parsing', reason: 'under_way' }, 'wait_for_shelf, then repeat the call'],
  [{ status: 'ready' }, 'repeat the call once'],
  [undefined, 'repeat the call once'],
])('a conflict %j says what helps', (details, step) => {
  expect(told('CONFLICT', details)).toContain(`CONFLICT: No.\nNext: ${step}`);
});

test.each([
  [
    { limit: 'reads', max: 120, windowSeconds: 60, setting: 'LIMIT_READS_PER_MINUTE' },
    ' The limit is 120 reads in 60 seconds; who operates the service can raise it (LIMIT_READS_PER_MINUTE).',
  ],
  [{ limit: 'pictures_at_once', max: 36 }, ' The limit is 36 pictures_at_once.'],
  [
    { limit: 'streams_at_once', max: 8, setting: 'LIMIT_STREAMS' },
    ' The limit is 8 streams_at_once; who operates the service can raise it (LIMIT_STREAMS).',
  ],
  [
    { limit: 'version-restores', max: 20, windowSeconds: 86_400 },
    ' The limit is 20 version-restores in 86400 seconds.',
  ],
  [{ limit: 'second-factor-delay', waitSeconds: 7 }, ''],
  [undefined, ''],
])('a limit %j is named with what is known of it', (details, limit) => {
  expect(told('RATE_LIMITED', details, 5)).toBe(
    `RATE_LIMITED: No.\nNext: wait 5 seconds, then repeat the call.${limit}`,
  );
});
