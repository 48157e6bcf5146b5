import { expect, test } from '@jest/globals';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { makePatch } from '../../../../api/diff/patch.js';
import { createPatcher } from '../../../../api/diff/patcher.js';

const KIB = 1024;
const change = (from: string | null, to: string | null) => ({ path: 'a.md', from, to, whole: false });
const GIT = 'diff --git a/a.md b/a.md\n';
const ADDED = `${GIT}new file mode 100644\n--- /dev/null\n+++ b/a.md\n`;
const linesOf = (count: number, what: string) => Array.from({ length: count }, (_, i) => `${what} ${i}\n`).join('');

test('a patch turns one text into the other, whatever the ends of their lines', () => {
  const text = fc
    .array(
      fc.constantFrom('a\n', 'b\n', '\n', 'a\r\n', 'ü\u2028\n', '-- a/x y\n', '++ b\n', '@@\n', '\\ No\n', 'end'),
      { maxLength: 12 },
    )
    .map((lines) => lines.join(''));
  fc.assert(
    fc.property(text, text, fc.boolean(), (from, to, whole) => {
      fc.pre(from !== to);
      const { patch, truncated } = makePatch({ path: 'a b.md', from, to, whole });
      expect(truncated).toBe(false);
      expect(applyPatch(from, patch, { autoConvertLineEndings: false })).toBe(to);
    }),
    { numRuns: 500 },
  );
});

test('names the file on both sides, and /dev/null where it is added or removed', () => {
  expect(makePatch(change('a\n', 'b')).patch).toBe(
    `${GIT}--- a/a.md\n+++ b/a.md\n@@ -1,1 +1,1 @@\n-a\n+b\n\\ No newline at end of file\n`,
  );
  expect(makePatch(change(null, 'b\n')).patch).toBe(`${ADDED}@@ -0,0 +1,1 @@\n+b\n`);
  expect(makePatch(change(null, '')).patch).toBe(`${GIT}new file mode 100644\n`);
  expect(makePatch(change('a\n', null)).patch).toBe(
    `${GIT}deleted file mode 100644\n--- a/a.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n`,
  );
  expect(makePatch({ ...change('a\n', 'b\n'), path: 'ü b.md' }).patch).toContain('--- "a/\\303\\274 b.md"\n');
  expect(makePatch({ ...change('a\n', 'b\n'), path: 'a b.md' }).patch).toContain('--- a/a b.md\t\n+++ b/a b.md\t\n');
});

test('shows three lines around a change, in a text of any length', () => {
  const from = linesOf(150_000, 'line');
  const { patch, truncated } = makePatch(change(from, from.replace('line 70000\n', 'other\n')));
  expect([patch.split('\n').length, truncated]).toEqual([13, false]);
  expect(patch).toContain('@@ -69998,7 +69998,7 @@\n line 69997\n');
});

test('cuts a patch of more than 64 KiB at the end of a line and says so', () => {
  const header = `${ADDED}@@ -0,0 +1,2 @@\n`;
  const fits = 'x'.repeat(64 * KIB - `${header}+\n+y\n`.length);
  const whole = makePatch(change(null, `${fits}\ny\n`));
  expect([whole.truncated, Buffer.byteLength(whole.patch)]).toEqual([false, 64 * KIB]);
  const over = makePatch(change(null, `${fits}x\ny\n`));
  expect([over.truncated, over.patch === `${header}+${fits}x\n`]).toEqual([true, true]);
  const wide = makePatch(change(null, 'ü\n'.repeat(40 * KIB)));
  const size = Buffer.byteLength(wide.patch);
  expect([wide.truncated, wide.patch.endsWith('+ü\n'), size > 64 * KIB - 4, size <= 64 * KIB]).toEqual(
    Array.from({ length: 4 }, () => true),
  );
  // a first line that is too long by itself leaves the header
  expect(makePatch(change(null, 'x'.repeat(70 * KIB)))).toMatchObject({
    truncated: true,
    patch: header.replace('1,2', '1,1'),
  });
});

const HOSTILE: [string, string, string][] = [
  ['5 MB with nothing in common', linesOf(250_000, 'one line of text'), linesOf(250_000, 'some other text')],
  ['5 MB with nothing in common, in fewer lines', linesOf(100_000, 'a'.repeat(45)), linesOf(100_000, 'b'.repeat(45))],
  ['5 MB of ends of lines', '\n'.repeat(5e6), 'x\n'.repeat(25e5)],
  ['5 MB in one line', 'a'.repeat(5e6), 'b'.repeat(5e6)],
  ['every second line replaced', linesOf(9000, 'a'), linesOf(9000, 'a').replaceAll(/(a \d*[02468])\n/g, '$1!\n')],
];

test.each(HOSTILE)('a change of %s is bounded and leaves the event loop free', async (_what, from, to) => {
  const patcher = createPatcher();
  let last = performance.now();
  let longestMs = 0;
  const beat = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  }, 5);
  const began = performance.now();
  const made = await patcher.patch(change(from, to));
  const tookMs = performance.now() - began;
  clearInterval(beat);
  await patcher.close();
  expect(made).toMatchObject({ truncated: true });
  expect(made.patch.startsWith(`${GIT}--- a/a.md\n+++ b/a.md\n`)).toBe(true);
  process.stdout.write(`${_what}: ${Math.round(tookMs)} ms, event loop blocked ${Math.round(longestMs)} ms\n`);
  // the seconds of a loaded machine; on the event loop's own thread it would be held for all that the patch takes
  expect(longestMs).toBeLessThan(Math.max(2_000, tookMs / 2));
  expect(tookMs).toBeLessThan(45_000);
});

test('a patch is the same as one that is made without a thread', async () => {
  const patcher = createPatcher();
  const [, from, to] = HOSTILE.at(-1)!;
  const made = await patcher.patch(change(from, to));
  expect(made.patch === makePatch(change(from, to)).patch).toBe(true);
  await patcher.close();
});

test('patches that are asked for at once are made one after another, each the right one', async () => {
  const patcher = createPatcher();
  const asked = Array.from({ length: 20 }, (_, i) => patcher.patch(change(null, `${i}\n`)));
  const made = await Promise.all(asked);
  expect(made.map(({ patch }) => patch.split('+').at(-1))).toEqual(Array.from({ length: 20 }, (_, i) => `${i}\n`));
  await patcher.close();
});

test('a thread that fails costs the one patch; the next is made by another thread', async () => {
  const patcher = createPatcher();
  const broken = patcher.patch({ path: 'a.md', from: 7 as unknown as string, to: 'b\n', whole: false });
  const next = patcher.patch(change(null, 'b\n'));
  await expect(broken).rejects.toMatchObject({ message: 'texts could not be compared', cause: expect.anything() });
  expect((await next).patch).toContain('+b\n');
  await patcher.close();
});
