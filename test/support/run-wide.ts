/** What the test files of one run of jest share, asked of jest's own process (shared-servers.ts) over HTTP. */
import { freePort } from '../../local/ports.js';
import type { SharedServers } from './shared-servers.js';

/** The variable that names where jest's own process answers. */
export const RUN_ADDRESS = 'TEST_RUN_ADDRESS';

async function askRun(what: string): Promise<unknown> {
  const address = process.env[RUN_ADDRESS];
  if (address === undefined) throw new Error(`a ${what} is shared in a run of jest only`);
  const response = await fetch(`${address}/${what}`, { headers: { connection: 'close' } });
  const text = await response.text();
  if (!response.ok) throw new Error(`no ${what}: ${text}`);
  return JSON.parse(text);
}

/** The shared server of that name, started if nobody has asked for it before. */
export async function sharedServer<Name extends keyof SharedServers>(name: Name): Promise<SharedServers[Name]> {
  return (await askRun(name)) as SharedServers[Name];
}

/** A free port. Files run at once and listen a while after they choose: in a run of jest, none is given twice. */
export async function reservedPort(): Promise<number> {
  return process.env[RUN_ADDRESS] === undefined ? freePort() : ((await askRun('port')) as number);
}
