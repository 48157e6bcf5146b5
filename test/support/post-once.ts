/** Posts to the URL that it is given, with `https` at the port given, and prints the reply: for tests of what the environment of a process does. */
import { NETWORK } from '../../infra/outbound/network.js';
import { createOutbound } from '../../infra/outbound/outbound.js';

const [, , url = '', httpsPort] = process.argv;
const { signal } = new AbortController();
const network = { ...NETWORK, isPublic: () => true, httpsPort: Number(httpsPort) };
const outcome = await createOutbound({ production: false }, network).post({ url, headers: {}, body: '{}', signal });
process.stdout.write(JSON.stringify(outcome));
