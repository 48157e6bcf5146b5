import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that are still in use. */
export function keptHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Bytes of buffers of this process that are still in use: garbage, whose amount depends on the load, is collected first. */
export function keptBytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}
