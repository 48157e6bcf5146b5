/** Who gets in at a gate, and in what order. */
import { expect, test } from '@jest/globals';
import { createGate, type EnterOptions } from '../../../infra/gate.js';

/** Enters and notes it; answers how to leave. */
function visitors() {
  const gate = createGate('work');
  const entered: string[] = [];
  const enter = (name: string, options: EnterOptions) => {
    const entering = gate.enter(options);
    void entering.then(
      () => entered.push(name),
      () => undefined,
    );
    return entering;
  };
  return { enter, entered };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('many are inside together; one who has to be alone waits for them, and those that come later wait for it', async () => {
  const { enter, entered } = visitors();
  const leave = await Promise.all([enter('a', { alone: false }), enter('b', { alone: false })]);
  const alone = enter('alone', { alone: true });
  const later = [enter('c', { alone: false }), enter('d', { alone: false })];
  leave[0]!();
  await settled();
  expect(entered).toEqual(['a', 'b']);
  leave[1]!();
  (await alone)();
  for (const one of await Promise.all(later)) one();
  expect(entered).toEqual(['a', 'b', 'alone', 'c', 'd']);
});

test('others get in beside one that was alone for long enough; the next to be alone waits for all of them', async () => {
  const { enter, entered } = visitors();
  const leave = await enter('alone', { alone: true, maxAloneMs: 20 });
  const leaveLater = await enter('later', { alone: false });
  const next = enter('next', { alone: true, maxAloneMs: 20 });
  leave();
  await settled();
  expect(entered).toEqual(['alone', 'later']);
  leaveLater();
  (await next)();
  expect(entered).toEqual(['alone', 'later', 'next']);
});

test('who gives up or waits for too long leaves the queue, and does not hold up those behind', async () => {
  const { enter, entered } = visitors();
  const leave = await enter('a', { alone: false });
  const giveUp = new AbortController();
  const aborted = enter('alone', { alone: true, signal: giveUp.signal });
  const behind = enter('b', { alone: false });
  giveUp.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  (await behind)();
  await expect(enter('late', { alone: true, maxWaitMs: 5 })).rejects.toMatchObject({ name: 'BusyError', code: 'BUSY' });
  await expect(enter('never', { alone: false, signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
    'before',
  );
  leave();
  (await enter('last', { alone: true }))();
  expect(entered).toEqual(['a', 'b', 'last']);
});
