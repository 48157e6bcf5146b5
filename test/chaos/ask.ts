/** Asks for one client, and notes what is open and what no client should be told. */
import type { Answer, Ask, Client } from './client.js';
import type { Ledger } from './ledger.js';

export interface AskerDeps {
  client: Client;
  ledger: Ledger;
  /** Whose requests they are, for whoever reads what was lost. */
  name: string;
  /** Sent with each request that has no others. */
  headers: Record<string, string>;
}

export function asker({ client, ledger, name, headers }: AskerDeps) {
  return async (what: string, request: Ask, expected: readonly number[]): Promise<Answer> => {
    const answered = ledger.ask(`${name}: ${what} ${request.path}`);
    const answer = await client.ask({ headers, ...request });
    answered();
    if (!expected.includes(answer.status))
      ledger.surprise(`${name}: ${what} was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
}
