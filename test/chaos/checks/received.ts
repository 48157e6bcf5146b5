/** What the receiver has written down. */
import { existsSync, readFileSync } from 'node:fs';
import type { Received } from '../receiver.js';

/** Whole lines; the last one may have been cut off when the receiver was killed, and was then not answered. */
export function readReceived(path: string): Received[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Received);
}
