import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadTemporalConfig } from '../../../infra/config.js';

const PEM = '-----BEGIN CERTIFICATE-----\nhunter2\n-----END CERTIFICATE-----\n';
const ADDRESS = { TEMPORAL_ADDRESS: 'temporal.example:7233' };
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-temporal-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** What the error says, which must not tell a value; fails where there is none. */
function refusal(env: Record<string, string>): string {
  try {
    loadTemporalConfig(env);
  } catch (error) {
    expect(error).toMatchObject({ name: 'ConfigError' });
    expect((error as Error).message).not.toContain('hunter2');
    return (error as Error).message;
  }
  throw new Error('the configuration was accepted');
}

test('an address alone is a plain connection to the namespace default', () => {
  expect(loadTemporalConfig(ADDRESS)).toEqual({ address: 'temporal.example:7233', namespace: 'default' });
  expect(loadTemporalConfig({ ...ADDRESS, TEMPORAL_NAMESPACE: 'shelves', TEMPORAL_API_KEY: ' ' })).toEqual({
    address: 'temporal.example:7233',
    namespace: 'shelves',
  });
});

test('an API key, TEMPORAL_TLS or a certificate turns TLS on', () => {
  expect(loadTemporalConfig({ ...ADDRESS, TEMPORAL_API_KEY: 'k' })).toMatchObject({ apiKey: 'k', tls: true });
  expect(loadTemporalConfig({ ...ADDRESS, TEMPORAL_TLS: 'true' }).tls).toEqual({});
  expect(loadTemporalConfig({ ...ADDRESS, TEMPORAL_TLS: 'false' }).tls).toBe(false);
  const pair = {
    TEMPORAL_TLS_CLIENT_CERT_DATA: PEM,
    TEMPORAL_TLS_CLIENT_KEY_PATH: file('key.pem', PEM),
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: file('ca.pem', PEM),
    TEMPORAL_TLS_SERVER_NAME: 'inside.example',
  };
  const { tls } = loadTemporalConfig({ ...ADDRESS, ...pair });
  if (typeof tls !== 'object' || tls === null) throw new Error('no TLS');
  expect(tls.serverNameOverride).toBe('inside.example');
  const texts = [tls.clientCertPair?.crt, tls.clientCertPair?.key, tls.serverRootCACertificate];
  expect(texts.map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual([PEM.trim(), PEM, PEM]);
});

test('a profile of the file that is named is used, and variables take precedence over it', () => {
  const path = file(
    'temporal.toml',
    [
      '[profile.default]',
      'address = "default.example:7233"',
      '[profile.prod]',
      'address = "prod.example:7233"',
      'namespace = "prod"',
      'api_key = "k"',
      '[profile.prod.grpc_meta]',
      'caller = "shelfwright"',
    ].join('\n'),
  );
  expect(loadTemporalConfig({ TEMPORAL_CONFIG_FILE: path })).toEqual({
    address: 'default.example:7233',
    namespace: 'default',
  });
  const prod = { TEMPORAL_CONFIG_FILE: path, TEMPORAL_PROFILE: 'prod' };
  expect(loadTemporalConfig(prod)).toEqual({
    ...{ address: 'prod.example:7233', namespace: 'prod', apiKey: 'k', tls: true },
    metadata: { caller: 'shelfwright' },
  });
  expect(loadTemporalConfig({ ...prod, ...ADDRESS, TEMPORAL_NAMESPACE: 'other' })).toMatchObject({
    address: 'temporal.example:7233',
    namespace: 'other',
  });
  expect(loadTemporalConfig({ ...ADDRESS, HOME: folder, XDG_CONFIG_HOME: folder })).not.toHaveProperty('apiKey');
});

test('what would end in another connection than was meant is refused, and no value is told', () => {
  const toml = file('bad.toml', '[profile.default]\napi_key = "hunter2\n');
  const unknown = file('unknown.toml', '[profile.default]\naddress = "a:1"\n[profile.default.tls]\nno_such = true\n');
  const known = file('known.toml', '[profile.default]\naddress = "a:1"\n');
  const away = join(folder, 'hunter2.pem');
  const cases: [Record<string, string>, string][] = [
    [{}, 'TEMPORAL_ADDRESS: required, expected text'],
    [{ TEMPORAL_ADDRESS: 'http://hunter2' }, 'such as localhost:7233'],
    [{ ...ADDRESS, TEMPORAL_TLS: 'hunter2' }, 'TEMPORAL_TLS: expected one of true, false'],
    [{ ...ADDRESS, TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: 'hunter2' }, 'not sent without TLS'],
    [{ ...ADDRESS, TEMPORAL_TLS: 'false', TEMPORAL_TLS_SERVER_CA_CERT_DATA: PEM }, 'false, but certificates'],
    [{ ...ADDRESS, TEMPORAL_TLS_CLIENT_CERT_DATA: PEM }, 'both or none'],
    [{ ...ADDRESS, TEMPORAL_TLS_CLIENT_KEY_DATA: PEM }, 'both or none'],
    [{ ...ADDRESS, TEMPORAL_TLS_SERVER_CA_CERT_PATH: away }, 'SERVER_CA_CERT_*: the file cannot be read (ENOENT)'],
    [{ ...ADDRESS, TEMPORAL_TLS_SERVER_CA_CERT_DATA: 'hunter2' }, 'TEMPORAL_TLS_SERVER_CA_CERT_*: is not PEM'],
    [
      { ...ADDRESS, TEMPORAL_TLS_SERVER_CA_CERT_DATA: PEM, TEMPORAL_TLS_SERVER_CA_CERT_PATH: away },
      'cannot specify both server_ca_cert_path',
    ],
    [{ ...ADDRESS, TEMPORAL_PROFILE: 'prod' }, 'TEMPORAL_PROFILE: needs TEMPORAL_CONFIG_FILE'],
    [{ ...ADDRESS, TEMPORAL_CONFIG_FILE: away }, 'no such file, or no such profile'],
    [{ ...ADDRESS, TEMPORAL_CONFIG_FILE: folder }, 'TEMPORAL_CONFIG_FILE: cannot be read (EISDIR)'],
    [{ ...ADDRESS, TEMPORAL_CONFIG_FILE: known, TEMPORAL_PROFILE: 'hunter2' }, 'no such profile'],
    [{ TEMPORAL_CONFIG_FILE: toml }, 'TEMPORAL_CONFIG_FILE: line 2 is not TOML'],
    [{ TEMPORAL_CONFIG_FILE: unknown }, 'no_such'],
  ];
  for (const [env, expected] of cases) expect(refusal(env)).toContain(expected);
});
