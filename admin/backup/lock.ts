/** One backup at a time into a folder: a second one would write over the files of the first before they are whole. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityOf, isAlive, type Identity } from '../../local/identity.js';
import { CommandError } from '../input.js';

const LOCK = 'backup.lock';

/** Resolves to what unlocks the folder. Throws CommandError while another backup is being made into it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK);
  const own = JSON.stringify(identityOf(process.pid));
  try {
    await writeFile(path, own, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = JSON.parse(await readFile(path, 'utf8')) as Identity;
    if (isAlive(holder))
      throw new CommandError(`Process ${holder.pid} is making a backup into ${folder}: one at a time.`, {
        cause: error,
      });
    await writeFile(path, own, { mode: 0o600 }); // of one that was killed
  }
  return () => rm(path, { force: true });
}
