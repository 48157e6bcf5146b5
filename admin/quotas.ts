/** Quotas of single accounts: how they are given, and what is shown of them. */
import type { EntityManager } from 'typeorm';
import { QUOTAS, type Quota } from '../contract/vocabulary.js';
import type { Account } from '../entities/account.js';
import { measureUse } from '../entities/queries/quotas.js';
import type { Answer, Options } from './commands.js';
import { setQuotas } from '../entities/queries/admin.js';
import { findAccountByEmail } from '../entities/queries/accounts.js';
import { changed, foundAccount } from './account-commands.js';
import type { Command } from './commands.js';
import { UsageError } from './input.js';

const QUOTA_OPTIONS = {
  'storage-mib': 'N|none|default',
  shelves: 'N|none|default',
  pages: 'N|none|default',
  runs: 'N|none|default',
};

const MIB = 1024 * 1024;
const OPTION_OF: Record<Quota, keyof typeof QUOTA_OPTIONS> = {
  storageBytes: 'storage-mib',
  shelves: 'shelves',
  pages: 'pages',
  runs: 'runs',
};

export const QUOTA_COMMANDS: Record<string, Command> = {
  'quota show': {
    operands: ['EMAIL'],
    options: {},
    about: 'What an account uses, and the quotas that were set for it.',
    prepare:
      ([email = '']) =>
      async ({ manager }) =>
        showQuotas(manager, foundAccount(await findAccountByEmail(manager, email), email)),
  },
  'quota set': {
    operands: ['EMAIL'],
    options: QUOTA_OPTIONS,
    about: 'Sets quotas of an account: a number, none for no limit, default for what the configuration says.',
    prepare: ([email = ''], options) => {
      const change = readQuotas(options);
      return async ({ manager }) => {
        const account = await changed(manager, 'quota_changed', async (tx) => {
          const found = await findAccountByEmail(tx, email);
          return found && setQuotas(tx, found, change);
        });
        return showQuotas(manager, foundAccount(account, email));
      };
    },
  },
};

/** The quotas to set; null for no limit, undefined for what the configuration says. Throws UsageError. */
type QuotaChange = Map<Quota, number | null | undefined>;

function readQuotas(options: Options): QuotaChange {
  const change: QuotaChange = new Map();
  for (const quota of QUOTAS) {
    const text = options[OPTION_OF[quota]];
    if (text !== undefined) change.set(quota, readQuota(quota, text));
  }
  if (change.size === 0)
    throw new UsageError(
      `Which quota? ${Object.keys(QUOTA_OPTIONS)
        .map((name) => `--${name}`)
        .join(', ')}.`,
    );
  return change;
}

function readQuota(quota: Quota, text: string): number | null | undefined {
  if (text === 'default') return undefined;
  if (text === 'none') return null;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${OPTION_OF[quota]} is a whole number, none or default.`);
  return Number(text) * (quota === 'storageBytes' ? MIB : 1);
}

/** One line for each quota. The configuration's are those of the api, which this command may not see. */
async function showQuotas(manager: EntityManager, { id, quotas }: Account): Promise<Answer> {
  const use = await measureUse(manager, id);
  const limitOf = (quota: Quota): number | string =>
    quotas[quota] === undefined ? 'default' : (quotas[quota] ?? 'none');
  return { list: QUOTAS.map((quota) => ({ quota, used: use[quota], limit: limitOf(quota) })), isCut: false };
}
