import { expect, test } from '@jest/globals';
import { UsageError } from '../../../admin/input.js';
import { readRequest } from '../../../admin/request.js';

test.each([
  [[], 'usage: npm run -s admin'],
  [['subscription'], 'There is no command "subscription"'],
  [['shelf', 'drop'], 'There is no command "shelf drop"'],
  [['shelf', 'show'], 'usage: shelf show ID'],
  [['toString', 'call'], 'There is no command'],
  [['subscription', 'grant'], 'usage: subscription grant EMAIL'],
  [['subscription', 'grant', 'a@example.com', 'b@example.com'], 'usage: subscription grant EMAIL'],
  [['user', 'list', 'all'], 'usage: user list'],
  [['user', 'list', '--limit', '0'], '--limit is a whole number from 1 to 100000'],
  [['user', 'list', '--limit', '1e3'], '--limit is a whole number'],
  [['user', 'list', '--limit', '100001'], '--limit is a whole number'],
  [['user', 'list', '--status', 'ready'], "Unknown option '--status'"],
  [['shelf', 'list', '--status', 'done'], '--status is of uploading, parsing'],
  [['shelf', 'list', '--status', ''], '--status is of uploading'],
  [['shelf', 'list', '--older-than', '2'], '--older-than is a number with s, m, h or d'],
  [['shelf', 'list', '--older-than', '-2h'], '--older-than'],
  [['shelf', 'list', '--older-than', '2 hours'], '--older-than is a number'],
  [['shelf', 'list', '--older-than', '999999d'], '--older-than is a number'],
  [['shelf', 'list', '--older-than'], '--older-than'],
  [['shelf', 'list', '--json=yes'], '--json'],
])('refuses %j', (args, message) => {
  const read = () => readRequest(args);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});

test('takes options before and behind the command', () => {
  expect(readRequest(['user', 'list'])?.asJson).toBe(false);
  for (const args of [
    ['user', 'list', '--json'],
    ['--json', 'user', 'list'],
  ])
    expect(readRequest(args)?.asJson).toBe(true);
});

test('help is asked for in two ways', () => {
  for (const args of [['help'], ['--help'], ['shelf', 'list', '--help']]) expect(readRequest(args)).toBeNull();
});
