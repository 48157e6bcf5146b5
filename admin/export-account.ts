/** `account export EMAIL --to FOLDER`: all data of an account, for its owner or for an authority that asks. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findAccountByEmail } from '../entities/queries/accounts.js';
import { readAccountExport } from '../entities/queries/account-export.js';
import type { Answer, Systems } from './commands.js';
import { CommandError } from './input.js';
import { noteByOperator } from './security-log.js';

/** Readable by the operator alone; an existing folder is refused, so that two accounts are never mixed. */
export async function exportAccount(
  { manager, storage }: Systems,
  { email, folder }: { email: string; folder: string },
): Promise<Answer> {
  const account = await findAccountByEmail(manager, email);
  if (!account) throw new CommandError(`There is no account with the address ${email}.`);
  const { publicId } = account;
  const { data, objects } = await readAccountExport(manager, account);
  const store = storage();
  try {
    await makeFolder(folder);
    await writeFile(join(folder, 'account.json'), `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600 });
    for (const { key, path } of objects) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await store.downloadTo(key, file);
    }
  } finally {
    store.close();
  }
  await noteByOperator(manager, account, 'account_exported');
  return { item: { email: account.email, publicId, folder, files: objects.length + 1 } };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EEXIST') throw new CommandError(`${folder} is there already: name a new folder.`);
    if (code === 'ENOENT') throw new CommandError(`The parent folder of ${folder} does not exist.`);
    throw error;
  }
}
