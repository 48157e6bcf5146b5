import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  loadConfig,
  loadFilterConfig,
  loadLocalEnvironment,
  loadStoreRoot,
  loadWorkerConfig,
} from '../../../infra/config.js';
import { TEST_ENCRYPTION_KEY } from '../../support/encryption-key.js';
import { envExample } from '../../../local/env-example.js';

const minimal = {
  DATABASE_URL: 'postgres://user:hunter2@localhost:5432/db',
  TEMPORAL_ADDRESS: 'localhost:7233',
  S3_ENDPOINT: 'http://localhost:9000/',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'hunter2',
  MAIL_DIR: './mail',
  ENCRYPTION_KEYS: TEST_ENCRYPTION_KEY,
};

/** What the error says; fails where there is none. */
function refusal(env: Record<string, string | undefined>): string {
  try {
    loadConfig(env);
  } catch (error) {
    expect(error).toMatchObject({ name: 'ConfigError', code: 'CONFIG_INVALID' });
    return (error as Error).message;
  }
  throw new Error('the configuration was accepted');
}

describe('configuration', () => {
  test('fills in limits and derives addresses', () => {
    const config = loadConfig(minimal);
    expect(config.limits).toEqual({
      createsPerHour: 1_000,
      readsPerMinute: 120,
      writesPerMinute: 20,
      picturesPerMinute: 60,
      pingsPerMinute: 5,
      streams: 10,
      authPer15Minutes: 10,
    });
    expect(config).toMatchObject({
      nodeEnv: 'development',
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://localhost:8080',
    });
    expect(config.s3).toMatchObject({ endpoint: 'http://localhost:9000', publicEndpoint: 'http://localhost:9000' });
    expect(config.engine).toMatchObject({ pageTimeoutMs: 20_000, documentTimeoutMs: 3_600_000, maxPages: 5_000 });
    expect(config.engine.processes).toBeGreaterThan(0);
  });

  test('follows the port in the public address unless one is given', () => {
    expect(loadConfig({ ...minimal, PORT: '9001' }).publicUrl).toBe('http://localhost:9001');
    expect(loadConfig({ ...minimal, PORT: '9001', PUBLIC_URL: 'https://a.example/' }).publicUrl).toBe(
      'https://a.example',
    );
  });

  test('says which task queues a worker serves: all, or those that are named', () => {
    expect(loadConfig(minimal).workerQueues).toEqual(['shelves', 'documents', 'deliveries']);
    expect(loadConfig({ ...minimal, WORKER_QUEUES: 'documents, shelves,documents' }).workerQueues).toEqual([
      'documents',
      'shelves',
    ]);
    for (const wrong of ['all', 'documents,', 'documents-small']) {
      expect(() => loadConfig({ ...minimal, WORKER_QUEUES: wrong })).toThrow('WORKER_QUEUES');
    }
  });

  test('cannot be changed once read', () => {
    const config = loadConfig(minimal);
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.s3)).toBe(true);
  });

  test('names every missing variable and what it should be', () => {
    const message = refusal({});
    for (const name of [
      'DATABASE_URL',
      'TEMPORAL_ADDRESS',
      'S3_ENDPOINT',
      'S3_ACCESS_KEY',
      'S3_SECRET_KEY',
      'ENCRYPTION_KEYS',
    ]) {
      expect(message).toMatch(new RegExp(`^  ${name}: required, expected .+`, 'm'));
    }
  });

  test.each([
    ['PORT', '80a', 'a whole number from 1 to 65535'],
    ['PORT', '0', 'a whole number from 1 to 65535'],
    ['PORT', '0x50', 'a whole number from 1 to 65535'],
    ['LOG_LEVEL', 'loud', 'one of trace, debug, info'],
    ['DATABASE_URL', 'mysql://user:hunter2@host/db', 'postgres'],
    ['S3_ENDPOINT', 'http://[hunter2', 'text that matches'],
    ['S3_BUCKET', 'Hunter2', 'text that matches'],
    ['TEMPORAL_ADDRESS', 'http://hunter2', 'such as localhost:7233'],
  ])('refuses %s=%s, says what was expected and never shows the value', (name, value, expectation) => {
    const message = refusal({ ...minimal, [name]: value });
    expect(message).toContain(`${name}: expected `);
    expect(message).toContain(expectation);
    expect(message).not.toMatch(/hunter2/i);
  });

  test.each(['10.0.0.7', '10.0.0.0/8, 192.168.0.1', '::1', '2001:db8::/32,fd00::/8', '127.0.0.1/32'])(
    'takes %s for trusted proxies',
    (list) => expect(loadConfig({ ...minimal, TRUSTED_PROXIES: list }).trustedProxies).toBe(list),
  );

  test.each([
    '999.1',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/',
    '10.0.0.0/255.0.0.0',
    '::1/129',
    'fe80::1%eth0',
    '10.0.0.1,',
    '10.0.0.1 10.0.0.2',
    '10.0.0.1,nonsense',
    'loopback',
    'true',
  ])('refuses %j for trusted proxies', (list) =>
    expect(refusal({ ...minimal, TRUSTED_PROXIES: list })).toContain('TRUSTED_PROXIES: expected '),
  );

  test('takes an empty variable for one that is not set', () => {
    expect(loadConfig({ ...minimal, PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 8080, smtpUrl: null });
    expect(refusal({ ...minimal, DATABASE_URL: '' })).toContain('DATABASE_URL: required');
  });

  test('wants a way to send mails, and a mail server in production', () => {
    expect(refusal({ ...minimal, MAIL_DIR: undefined })).toContain('SMTP_URL or MAIL_DIR: one of them is required');
    expect(refusal({ ...minimal, NODE_ENV: 'production' })).toContain('SMTP_URL: required in production');
    expect(loadConfig({ ...minimal, NODE_ENV: 'production', SMTP_URL: 'smtp://mail:25' }).smtpUrl).toBe(
      'smtp://mail:25',
    );
  });

  test('of a worker has keys of sealed secrets and a mail server only where it sends', () => {
    const { ENCRYPTION_KEYS: _, MAIL_DIR: __, ...without } = { ...minimal, NODE_ENV: 'production' };
    const of = (queues?: string) => () => loadWorkerConfig({ ...without, WORKER_QUEUES: queues });
    expect(of('shelves, documents')()).toMatchObject({ encryptionKeys: [], smtpUrl: null, nodeEnv: 'production' });
    for (const queues of [undefined, 'documents,deliveries', 'none']) expect(of(queues)).toThrow('ENCRYPTION_KEYS');
    expect(() => loadWorkerConfig({ ...without, WORKER_QUEUES: 'documents', S3_SECRET_KEY: 'minioadmin' })).toThrow(
      'S3_SECRET_KEY: in production',
    );
    expect(refusal({ ...without, WORKER_QUEUES: 'documents' })).toContain('ENCRYPTION_KEYS: required');
  });

  test('allows ten shelves an hour in production, and a thousand elsewhere, unless told otherwise', () => {
    const production = { ...minimal, NODE_ENV: 'production', SMTP_URL: 'smtp://mail:25' };
    expect(loadConfig(production).limits.createsPerHour).toBe(10);
    expect(loadConfig(minimal).limits.createsPerHour).toBe(1_000);
    for (const env of [production, minimal])
      expect(loadConfig({ ...env, LIMIT_CREATES_PER_HOUR: '7' }).limits.createsPerHour).toBe(7);
  });

  describe('of the object store', () => {
    const pairOf = (name: string, id: string) => ({ [`${name}_ACCESS_KEY`]: id, [`${name}_SECRET_KEY`]: 'hunter2' });
    const production = { ...minimal, NODE_ENV: 'production', SMTP_URL: 'smtp://mail:25' };
    const role = { S3_STS_ROLE_ARN: 'arn:aws:iam::123456789012:role/reader' };

    test.each([
      [{}, true],
      [role, true],
      [{ ...role, S3_STS_ENDPOINT: 'https://sts.amazonaws.com.example' }, true],
      [{ ...role, S3_STS_ENDPOINT: 'https://eviamazonaws.com' }, true],
      [{ S3_STS_ENDPOINT: 'https://sts.eu-central-1.amazonaws.com' }, true],
      [{ ...role, S3_STS_ENDPOINT: 'https://sts.eu-central-1.amazonaws.com/' }, false],
      [{ ...role, S3_STS_ENDPOINT: 'https://sts.cn-north-1.amazonaws.com.cn' }, false],
    ])('needs the filter in production but for a role of AWS: %j', (more, filterRequired) => {
      expect(loadConfig({ ...production, ...more }).s3.filterRequired).toBe(filterRequired);
      expect(loadConfig({ ...minimal, ...more }).s3.filterRequired).toBe(false);
    });

    test('does not lead clients past the filter', () => {
      const filtered = { ...production, S3_FILTER_URL: 'http://filter:9000' };
      const said = 'S3_PUBLIC_ENDPOINT: must lead to the filter';
      expect(refusal(filtered)).toContain(said);
      expect(refusal({ ...filtered, S3_PUBLIC_ENDPOINT: 'http://LOCALHOST:9000' })).toContain(said);
      expect(loadConfig({ ...filtered, S3_PUBLIC_ENDPOINT: 'https://s3.example' }).s3.filterRequired).toBe(true);
      expect(loadConfig({ ...minimal, S3_FILTER_URL: 'http://filter:9000' }).s3.filterRequired).toBe(false);
    });

    test('has another id for each user, root among them', () => {
      const own = { ...minimal, ...pairOf('S3_ISSUER', 'issuer'), ...pairOf('S3_SIGNER', 'signer') };
      expect(loadConfig(own).s3).toMatchObject({ issuer: { accessKey: 'issuer' }, signer: { accessKey: 'signer' } });
      expect(refusal({ ...own, ...pairOf('S3_ISSUER', 'access') })).toContain(
        'S3_ISSUER_ACCESS_KEY: must not be the same as S3_ACCESS_KEY',
      );
      expect(refusal({ ...own, ...pairOf('S3_SIGNER', 'issuer') })).toContain(
        'S3_SIGNER_ACCESS_KEY: must not be the same as S3_ISSUER_ACCESS_KEY',
      );
      for (const taken of ['access', 'issuer', 'signer'])
        expect(() => loadStoreRoot({ ...own, ...pairOf('S3_ROOT', taken) })).toThrow('S3_ROOT_ACCESS_KEY: must not be');
      expect(loadStoreRoot({ ...own, ...pairOf('S3_ROOT', 'root') })).toMatchObject({ accessKey: 'root' });
      expect(loadStoreRoot(minimal)).toBeNull();
    });

    test('names proxies to the filter too', () => {
      expect(loadFilterConfig({ ...minimal, TRUSTED_PROXIES: '10.0.0.0/8' }).trustedProxies).toBe('10.0.0.0/8');
    });
  });

  test('of the embedded servers may be empty', () => {
    expect(loadLocalEnvironment({})).toEqual({ WORKERS: 2 });
    expect(() => loadLocalEnvironment({ S3_PORT: 'x' })).toThrow('S3_PORT: expected a whole number from 1 to 65535');
  });

  test('.env.example is what the schema says (npm run env-example writes it)', () => {
    expect(readFileSync(join(process.cwd(), '.env.example'), 'utf8')).toBe(envExample());
  });

  test('.env.example is a file that dotenv readers take, and each of its values is valid', () => {
    const lines = envExample().split('\n');
    const pairs = lines.flatMap((line) => /^#([A-Z0-9_]+)=(.+)$/.exec(line)?.slice(1, 3) ?? []);
    const env = Object.fromEntries(
      Array.from({ length: pairs.length / 2 }, (_, at) => pairs.slice(at * 2, at * 2 + 2)),
    ) as Record<string, string>;
    // the certificates and the profile of another Temporal are files and texts that are not here
    for (const name of Object.keys(env)) if (/^TEMPORAL_(TLS_|CONFIG|PROFILE)/.test(name)) delete env[name];
    expect(loadConfig(env).temporal).toMatchObject({ namespace: 'default', tls: {} });
    expect(loadConfig(env).s3.publicEndpoint).toBe('https://s3.shelfwright.example');
    expect(loadLocalEnvironment(env)).toMatchObject({ TEMPORAL_BINARY: '/usr/local/bin/temporal' });
    expect(lines.every((line) => line === '' || line.startsWith('#'))).toBe(true);
  });
});
