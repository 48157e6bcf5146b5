/** The kill run (docs/chaos.md) at its full size, as one of the loads. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadOptions } from './options.js';

const CHAOS = fileURLToPath(new URL('../../test/chaos/main.js', import.meta.url));
const QUICK_FAULTS = 20;

/** The arguments of `npm run chaos`: a run of few faults is one of small documents and short stops. */
export function killArguments({ count, faults, seed }: Pick<LoadOptions, 'count' | 'faults' | 'seed'>): string[] {
  return [
    ...['--shelves', String(count), '--faults', String(faults)],
    ...(seed === null ? [] : ['--seed', String(seed)]),
    ...(faults <= QUICK_FAULTS ? ['--quick'] : []),
  ];
}

/** Resolves with whether nothing was lost. One that takes too long is broken off, and says what it has seen. */
export async function runKills(options: LoadOptions): Promise<boolean> {
  const child = spawn(process.execPath, ['--enable-source-maps', CHAOS, ...killArguments(options)], {
    stdio: 'inherit',
  });
  const longest = setTimeout(() => child.kill('SIGINT'), options.minutes * 60_000);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return code === 0;
  } finally {
    clearTimeout(longest);
  }
}
