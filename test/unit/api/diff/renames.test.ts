import { expect, test } from '@jest/globals';
import { sameFiles, similarFiles } from '../../../../api/diff/renames.js';

const lines = (count: number, what: string): string =>
  Array.from({ length: count }, (_none, index) => `${what} ${index}\n`).join('');
const file = (path: string, text: string) => ({ path, text });

test('a file that was renamed and edited is found by the lines that it kept', () => {
  const before = [file('a.md', lines(10, 'kept')), file('b.md', lines(10, 'other'))];
  const after = [file('part/c.md', `${lines(8, 'kept')}new\n`)];
  expect([...similarFiles(before, after)]).toEqual([['part/c.md', 'a.md']]);
});

test('files that share less than half of the larger one are not the same', () => {
  const before = [file('a.md', lines(10, 'kept'))];
  expect(similarFiles(before, [file('b.md', lines(4, 'kept') + lines(6, 'new'))]).size).toBe(0);
  expect(similarFiles(before, [file('b.md', lines(10, 'kept') + lines(30, 'new'))]).size).toBe(0);
  expect(similarFiles([file('a.md', '')], [file('b.md', '')]).size).toBe(0);
});

test('the most similar pair comes first, and each file counts once', () => {
  const before = [file('a.md', lines(10, 'kept'))];
  const after = [file('b.md', lines(7, 'kept')), file('c.md', lines(9, 'kept'))];
  expect([...similarFiles(before, after)]).toEqual([['c.md', 'a.md']]);
});

test('of files of the same content one that keeps its name is taken, and an empty file is nobody’s', () => {
  const same = (path: string) => ({ path, sha256: 'aa' });
  const pairs = sameFiles([same('x/a.md'), same('x/b.md')], [same('y/b.md'), same('y/a.md'), same('z/c.md')]);
  expect(Object.fromEntries(pairs)).toEqual({ 'y/b.md': 'x/b.md', 'y/a.md': 'x/a.md' });
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(sameFiles([{ path: 'a.md', sha256: empty }], [{ path: 'b.md', sha256: empty }]).size).toBe(0);
});

test('the work is bounded: what is behind the bound is not compared, the rest is', () => {
  const long = lines(3000, 'kept');
  const before = Array.from({ length: 60 }, (_none, index) =>
    file(`a${index}.md`, `${long}${lines(50, `own${index}`)}`),
  );
  const after = Array.from({ length: 60 }, (_none, index) =>
    file(`b${index}.md`, `${long}${lines(49, `own${index}`)}`),
  );
  const found = similarFiles(before, after);
  expect(found.get('b0.md')).toBe('a0.md');
  expect(found.size).toBeLessThan(60);
});

test('a thousand files of one content are paired one by one, in their order', () => {
  const folder = (name: string) =>
    Array.from({ length: 2_000 }, (_none, at) => ({ path: `${name}/${name}${at}.md`, sha256: 'aa' }));
  const before = process.cpuUsage();
  const pairs = sameFiles(folder('a'), folder('b'));
  expect(pairs.size).toBe(2_000);
  expect(pairs.get('b/b7.md')).toBe('a/a7.md');
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
});
