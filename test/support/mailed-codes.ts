/** Codes of six digits that a service under test has mailed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { poll } from './poll.js';
import type { UsedService } from './service-account.js';

/** The code that was sent to an address, once it is there. */
export const codeFor = ({ mailDir }: Pick<UsedService, 'mailDir'>, email: string): Promise<string> =>
  poll(
    async () => {
      // the folder comes with the first mail
      if (!existsSync(mailDir)) return null;
      const mails = readdirSync(mailDir).map((name) => readFileSync(join(mailDir, name), 'utf8'));
      const codes = mails.flatMap((mail) =>
        mail.includes(`To: ${email}`) ? (/code is (\d{6})/.exec(mail)?.[1] ?? []) : [],
      );
      return codes[0] ?? null;
    },
    60_000,
    200,
  );
