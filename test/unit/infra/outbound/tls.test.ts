import { afterEach, expect, test } from '@jest/globals';
import { NETWORK, type Network } from '../../../../infra/outbound/network.js';
import { createOutbound } from '../../../../infra/outbound/outbound.js';
import { startDnsServer, type DnsServer } from '../../../support/dns-server.js';
import {
  certificate,
  reply,
  says,
  startRawReceiver,
  type Behaviour,
  type RawReceiver,
} from '../../../support/raw-receiver.js';

let receiver: RawReceiver;
let dns: DnsServer;

afterEach(async () => {
  await receiver.stop();
  await dns.stop();
});

async function post(host: string, behaviour: Behaviour, { shows, ca }: { shows?: string; ca?: string }) {
  receiver = await startRawReceiver(behaviour, shows);
  dns = await startDnsServer(() => ['127.0.0.1']);
  const network: Network = {
    ...NETWORK,
    createResolver: dns.createResolver,
    isPublic: () => true,
    httpsPort: receiver.port,
    ca,
  };
  const request = { url: `https://${host}/hook`, headers: {}, body: '{}', signal: new AbortController().signal };
  const outcome = await createOutbound({ production: true }, network).post(request);
  await receiver.idle();
  return outcome;
}

const ca = certificate('authority');
const answers = says(reply(200));

test.each(['receiver.example', 'a.receivers.example', '127.0.0.1'])(
  'a certificate for %s is accepted',
  async (host) => {
    expect(await post(host, answers, { shows: 'receiver', ca })).toMatchObject({ statusCode: 200, error: null });
    expect(receiver.received()).toContain(`host: ${host}\r\n`);
  },
);

test.each([
  ['for another host', 'other.example', 'receiver', 'certificate_of_another_host'],
  ['that has expired', 'receiver.example', 'expired', 'certificate_expired'],
  ['signed by itself', 'receiver.example', 'self-signed', 'certificate_not_trusted'],
])('a certificate %s is refused before anything is sent', async (_, host, shows, error) => {
  expect(await post(host, answers, { shows, ca })).toMatchObject({ statusCode: null, error });
  expect(receiver.received()).toBe('');
});

test('a certificate of an authority that the system does not know is refused', async () => {
  const outcome = await post('receiver.example', answers, { shows: 'receiver' });
  expect(outcome).toMatchObject({ statusCode: null, error: 'certificate_not_trusted' });
});

test('a receiver that does not speak TLS is told apart', async () => {
  const plain = await post('receiver.example', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), { ca });
  expect(plain).toMatchObject({ statusCode: null, error: 'tls_failed' });
});

test('a receiver that never finishes the TLS handshake is given up after 5 s', async () => {
  const outcome = await post('receiver.example', () => undefined, { ca });
  expect(outcome).toMatchObject({ statusCode: null, error: 'connect_timeout' });
  expect(outcome.durationMs).toBeGreaterThanOrEqual(4900);
  expect(outcome.durationMs).toBeLessThan(8000);
});

test('a receiver that has finished the handshake has more than those 5 s', async () => {
  const late: Behaviour = (socket) => void socket.once('data', () => setTimeout(() => socket.write(reply(200)), 6000));
  expect(await post('receiver.example', late, { shows: 'receiver', ca })).toMatchObject({
    statusCode: 200,
    error: null,
  });
});
