/** A name server over UDP, for tests of what answers do: it says what it is told to, and keeps what it was asked. */
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

const HEADER_BYTES = 12;
const TYPES = { 1: 'A', 28: 'AAAA' } as const;

/** Addresses of the family that is asked for are told, others left out; no addresses: no such name; null: no answer. `before`: how often it was asked. */
export type Answer = (name: string, before: number, type: string) => string[] | null;

export interface DnsServer {
  createResolver: () => Resolver;
  /** As `A receiver.example`, in the order they came. */
  queries: string[];
  stop(): Promise<void>;
}

export async function startDnsServer(answer: Answer): Promise<DnsServer> {
  const queries: string[] = [];
  const socket = createSocket('udp4', (query, from) => {
    const { name, type, end } = questionOf(query);
    const family = type === 'AAAA' ? 6 : 4;
    const before = queries.filter((one) => one === `${type} ${name}`).length;
    queries.push(`${type} ${name}`);
    const addresses = answer(name, before, type);
    if (!addresses) return;
    const records = addresses.filter((address) => isIP(address) === family).map(recordOf);
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]), from.port, from.address);
  });
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
  const { port } = socket.address();
  return {
    createResolver() {
      const resolver = new Resolver({ timeout: 1000, tries: 2 });
      resolver.setServers([`127.0.0.1:${port}`]);
      return resolver;
    },
    queries,
    stop: () => new Promise((closed) => socket.close(closed)),
  };
}

function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]; length; length = query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1) as keyof typeof TYPES;
  return { name: labels.join('.').toLowerCase(), type: TYPES[type], end: at + 5 };
}

/** For the name that was asked about, for no time at all. */
function recordOf(address: string): Buffer {
  const data =
    isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : Buffer.from(groupsOf(address).join(''), 'hex');
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, isIP(address) === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...missing, ...tail].map((group) => group.padStart(4, '0'));
}
