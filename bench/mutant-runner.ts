/** A process that converts the files it gets by messages, one after the other, until it crashes or is killed. */
import { readFile } from 'node:fs/promises';
import { convertInProcess } from './convert-in-process.js';

process.on('message', (path: string) => void run(path));

async function run(path: string): Promise<void> {
  try {
    await convertInProcess(await readFile(path), { fileName: 'mutant.pdf' });
    process.send?.({ code: 'tree' });
  } catch (error) {
    const { name, code, stack } = error as { name?: string; code?: string; stack?: string };
    process.send?.(name === 'DocumentError' ? { code } : { code: 'defect', stack: stack ?? String(error) });
  }
}
