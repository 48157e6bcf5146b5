/** The memory that a process and all that it started hold, as the kernel tells it in /proc. */
import { readdir, readFile } from 'node:fs/promises';

/** Of one process. Its files (program, libraries) are not counted: they are shared, and given up where memory is short. */
const OWN_MEMORY = /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm;
/** Above the processes of a sandbox. A tree that grows while it is walked comes to an end. */
const MOST_PROCESSES = 256;

/**
 * Of a process and its descendants, which behind the layers of a sandbox are what is meant; of those in a namespace, too.
 *
 * @throws where there is no such process, or no /proc
 */
export async function residentBytes(pid: number): Promise<number> {
  let bytes = await ownBytes(pid);
  const pids = await childrenOf(pid);
  // grows while it is walked
  for (const [at, child] of pids.entries()) {
    if (at >= MOST_PROCESSES) break;
    // it may have ended
    bytes += await ownBytes(child).catch(() => 0);
    pids.push(...(await childrenOf(child).catch(() => [])));
  }
  return bytes;
}

async function ownBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return [...status.matchAll(OWN_MEMORY)].reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0);
}

/** Each thread of a process has its own. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
