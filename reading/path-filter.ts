/** Matches files by a `path`: one file, the files of a folder, or both by a glob pattern. */
import { RE2JS } from 're2js';
import { isReading } from './files.js';

/** `*` and `?` match within one segment, `**` any number of segments. Without a path, the files to read by default. */
export function pathFilter(path: string | undefined): (candidate: string) => boolean {
  if (path === undefined) return isReading;
  const wanted = path.normalize('NFC').replace(/\/+$/, '');
  if (!/[*?]/.test(wanted)) return (candidate) => candidate === wanted || candidate.startsWith(`${wanted}/`);
  // RE2: linear time, however many stars there are
  const pattern = RE2JS.compile(`${globPattern(wanted)}(?:/.*)?`, RE2JS.DOTALL);
  return (candidate) => pattern.testExact(candidate);
}

function globPattern(glob: string): string {
  return glob
    .split('/')
    .map((segment, at, all) => {
      if (segment === '**') return at === all.length - 1 ? '.*' : '(?:.*/)?';
      const one = segment.replace(/\*+|\?|[^*?]+/g, (part) =>
        part[0] === '*' ? '[^/]*' : part === '?' ? '[^/]' : RE2JS.quote(part),
      );
      return at === all.length - 1 ? one : `${one}/`;
    })
    .join('');
}
