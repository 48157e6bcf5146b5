import { expect, test } from '@jest/globals';
import { NETWORK, type Network } from '../../../../infra/outbound/network.js';
import { createOutbound } from '../../../../infra/outbound/outbound.js';
import { startDnsServer } from '../../../support/dns-server.js';
import { certificate, reply, says, startRawReceiver, type Behaviour } from '../../../support/raw-receiver.js';

async function post(host: string, behaviour: Behaviour, { shows, ca }: { shows?: string; ca?: string }) {
  const receiver = await startRawReceiver(behaviour, shows);
  const dns = await startDnsServer(() => ['127.0.0.1']);
  const { createResolver } = dns;
  const network: Network = { ...NETWORK, createResolver, isPublic: () => true, httpsPort: receiver.port, ca };
  const request = { url: `https://${host}/hook`, headers: {}, body: '{}', signal: new AbortController().signal };
  try {
    const outcome = await createOutbound({ production: true }, network).post(request);
    await receiver.idle();
    return { ...outcome, received: receiver.received() };
  } finally {
    await receiver.stop();
    await dns.stop();
  }
}

const ca = certificate('authority');
const answers = says(reply(200));

test.concurrent.each(['receiver.example', 'a.receivers.example', '127.0.0.1'])(
  'a certificate for %s is accepted',
  async (host) => {
    const outcome = await post(host, answers, { shows: 'receiver', ca });
    expect(outcome).toMatchObject({ statusCode: 200, error: null });
    expect(outcome.received).toContain(`host: ${host}\r\n`);
  },
);

test.concurrent.each([
  ['for another host', 'other.example', 'receiver', 'certificate_of_another_host'],
  ['that has expired', 'receiver.example', 'expired', 'certificate_expired'],
  ['signed by itself', 'receiver.example', 'self-signed', 'certificate_not_trusted'],
])('a certificate %s is refused before anything is sent', async (_, host, shows, error) => {
  expect(await post(host, answers, { shows, ca })).toMatchObject({ statusCode: null, error, received: '' });
});

test.concurrent('a certificate of an authority that the system does not know is refused', async () => {
  const outcome = await post('receiver.example', answers, { shows: 'receiver' });
  expect(outcome).toMatchObject({ statusCode: null, error: 'certificate_not_trusted' });
});

test.concurrent('a receiver that does not speak TLS is told apart', async () => {
  const plain = await post('receiver.example', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), { ca });
  expect(plain).toMatchObject({ statusCode: null, error: 'tls_failed' });
});

test.concurrent('a receiver that never finishes the TLS handshake is given up after 5 s', async () => {
  const outcome = await post('receiver.example', () => undefined, { ca });
  expect(outcome).toMatchObject({ statusCode: null, error: 'connect_timeout' });
  expect(outcome.durationMs).toBeGreaterThanOrEqual(4900);
  expect(outcome.durationMs).toBeLessThan(14_000); // before the 15 s of the whole request
});

test.concurrent('a receiver that has finished the handshake has more than those 5 s', async () => {
  const late: Behaviour = (socket) => void socket.once('data', () => setTimeout(() => socket.write(reply(200)), 6000));
  expect(await post('receiver.example', late, { shows: 'receiver', ca })).toMatchObject({
    statusCode: 200,
    error: null,
  });
});
