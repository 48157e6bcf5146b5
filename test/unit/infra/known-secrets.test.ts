import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { loadConfig, loadStoreRoot } from '../../../infra/config.js';
import { exposureWarning, knownKeyWarning } from '../../../infra/exposure.js';
import { createSealer } from '../../../infra/sealing.js';
import { TEST_ENCRYPTION_KEY } from '../../support/encryption-key.js';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://shelfwright:d41d8cd98f00b204@db/shelfwright',
  TEMPORAL_ADDRESS: 'localhost:7233',
  S3_ENDPOINT: 'http://s3:9000',
  S3_ACCESS_KEY: 'AKd41d8cd98f00b204',
  S3_SECRET_KEY: 'e9800998ecf8427e',
  S3_PUBLIC_ENDPOINT: 'https://store.example',
  SMTP_URL: 'smtp://mail:25',
  ENCRYPTION_KEYS: TEST_ENCRYPTION_KEY,
};
const COMPOSE_KEY_OF_0_5_0 = 'c2hlbGZ3cmlnaHQtY29tcG9zZS1kZWZhdWx0LWtleSE=';
const MESSAGE = (name: string) => `${name}: in production it must be a secret of your own, not a known default`;

describe('in production', () => {
  test('secrets of one’s own are accepted', () => {
    expect(loadConfig(PRODUCTION).nodeEnv).toBe('production');
  });

  test.each([
    ['DATABASE_URL', 'postgres://shelfwright:shelfwright@db/shelfwright'],
    ['DATABASE_URL', 'postgres://ada:ada@db/shelfwright'],
    ['DATABASE_URL', 'postgres://ada:Password@db/shelfwright'],
    ['SMTP_URL', 'smtps://mailer:change-me@mail'],
    ['S3_SECRET_KEY', 'change-me'],
    ['S3_SECRET_KEY', 'minioadmin'],
    ['S3_ACCESS_KEY', 'minioadmin'],
    ['S3_ACCESS_KEY', 'change-me-service'],
    ['METRICS_TOKEN', 'change-me-change-me'],
    ['ENCRYPTION_KEYS', 'Y2hhbmdlLW1lLWNoYW5nZS1tZS1jaGFuZ2UtbWUtISE='],
    ['ENCRYPTION_KEYS', COMPOSE_KEY_OF_0_5_0],
    ['ENCRYPTION_KEYS', `${COMPOSE_KEY_OF_0_5_0}, ${TEST_ENCRYPTION_KEY}`],
    ['ENCRYPTION_KEYS', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
  ])('%s=%s is refused, by name and without its value; elsewhere it is not', (name, value) => {
    const env = { ...PRODUCTION, [name]: value };
    expect(() => loadConfig(env)).toThrow(MESSAGE(name));
    expect(() => loadConfig(env)).not.toThrow(value);
    expect(loadConfig({ ...env, NODE_ENV: 'development' }).nodeEnv).toBe('development');
  });

  test('a known key after one’s own still decrypts, with a warning that tells no key', () => {
    const sealed = createSealer([COMPOSE_KEY_OF_0_5_0]).seal('whsec_of_0.5.0', 'wh_1');
    const rotated = loadConfig({ ...PRODUCTION, ENCRYPTION_KEYS: `${TEST_ENCRYPTION_KEY}, ${COMPOSE_KEY_OF_0_5_0}` });
    const sealer = createSealer(rotated.encryptionKeys);
    expect(sealer.open(sealed, 'wh_1')).toBe('whsec_of_0.5.0');
    expect(sealer.open(createSealer([TEST_ENCRYPTION_KEY]).seal('new', 'wh_1'), 'wh_1')).toBe('new');
    expect(knownKeyWarning(rotated)).toContain('ENCRYPTION_KEYS');
    expect(knownKeyWarning(rotated)).not.toContain(COMPOSE_KEY_OF_0_5_0);
    expect(knownKeyWarning(loadConfig(PRODUCTION))).toBeNull();
    expect(knownKeyWarning({ ...rotated, nodeEnv: 'development' })).toBeNull();
  });

  test('no secret of .env.example starts a service', () => {
    const commented = readFileSync('.env.example', 'utf8').replace(/^#(?=[A-Z0-9_]+=)/gm, '');
    const example = parseEnv(commented);
    const given = Object.entries(example).filter(([name]) => /KEY|SECRET|TOKEN|PASSWORD|DATABASE_URL/.test(name));
    const secret = given.filter(([name]) => !/^S3_(ISSUER|SIGNER|ROOT)_ACCESS_KEY$|^TEMPORAL_TLS_/.test(name));
    expect(secret.length).toBeGreaterThan(6);
    for (const [name, value] of secret) {
      const pairs = { S3_ISSUER_ACCESS_KEY: 'i', S3_SIGNER_ACCESS_KEY: 's', S3_ROOT_ACCESS_KEY: 'r' };
      const secrets = { S3_ISSUER_SECRET_KEY: 'a1', S3_SIGNER_SECRET_KEY: 'a2', S3_ROOT_SECRET_KEY: 'a3' };
      const env = { ...PRODUCTION, ...pairs, ...secrets, [name]: value };
      const load = name.startsWith('S3_ROOT') ? loadStoreRoot : loadConfig;
      expect(() => load(env)).toThrow(MESSAGE(name));
    }
  });
});

test.each([
  ['127.0.0.1', 'development', false],
  ['localhost', 'development', false],
  ['::1', 'test', false],
  ['0.0.0.0', 'development', true],
  ['::', 'development', true],
  ['192.0.2.1', 'test', true],
  ['0.0.0.0', 'production', false],
] as const)('HOST=%s in %s warns: %s', (host, nodeEnv, warns) => {
  const warning = exposureWarning({ host, nodeEnv });
  expect(warning === null ? null : warning.includes(`HOST=${host}`)).toBe(warns ? true : null);
});
