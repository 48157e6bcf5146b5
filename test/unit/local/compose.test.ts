import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { loadConfig, loadFilterConfig } from '../../../infra/config.js';
import { serviceEnvironment, setupEnvironment } from '../../../infra/environment.js';
import { localEnvironment } from '../../../infra/local-environment.js';
import { nodeFlags } from '../../../local/node-flags.js';
import { MINIO_MODULE, TEMPORAL_SERVER_VERSION } from '../../../local/programs.js';
import { MATCHING } from '../../../local/temporal-server.js';
import { TEST_ENCRYPTION_KEY } from '../../support/encryption-key.js';

type Service = {
  image: string;
  build?: string | { context: string };
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  ports?: string[];
  configs?: { source: string; target: string }[];
  networks?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  pids_limit?: number;
  mem_limit?: string;
  healthcheck?: { test: string[] };
};
type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  configs: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean } | null>;
};

const root = process.cwd();
const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const compose = parse(text, { merge: true }) as Compose;
const ours = ['api', 'worker', 'setup'];
const programs = [...ours, 'store-filter'];

const REQUIRED = ['S3', 'S3_ROOT'].map((name) => `${name}_ACCESS_KEY`);
const REQUIRED_SECRETS = ['S3', 'S3_ROOT', 'S3_ISSUER', 'S3_SIGNER'].map((name) => `${name}_SECRET_KEY`);

const REQUIRED_OTHERS = ['POSTGRES_PASSWORD', 'SHELFWRIGHT_DB_PASSWORD', 'TEMPORAL_DB_PASSWORD', 'ENCRYPTION_KEYS'];

/** Fills in `${NAME:-default}`, from the inside out, as with a .env of what is required alone: `own-NAME`. */
function withDefaults(value: string): string {
  const filled = value
    .replace(/\$\{[A-Z0-9_]+:-([^${}]*)\}/g, '$1')
    .replace(/\$\{([A-Z0-9_]+):\?[^${}]+\}/g, ownSecret);
  return filled === value ? value : withDefaults(filled);
}

function ownSecret(_: string, name: string): string {
  return name === 'ENCRYPTION_KEYS' ? TEST_ENCRYPTION_KEY : `own-${name}`;
}

function environmentOf(name: string): Record<string, string> {
  const entries = Object.entries(compose.services[name]?.environment ?? {});
  return Object.fromEntries(entries.map(([variable, value]) => [variable, withDefaults(value)]));
}

describe('docker-compose.yml', () => {
  // test/fixtures/compose-spec.json: schema/compose-spec.json of github.com/compose-spec/compose-go v2.16.2, Apache-2.0
  test('is valid by the schema of the Compose specification', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/); // Compose writes 1m30s, not ISO 8601
    const validate = ajv.compile(
      JSON.parse(readFileSync(join(root, 'test/fixtures/compose-spec.json'), 'utf8')) as object,
    );
    validate(compose);
    expect(validate.errors).toBeNull();
    expect(validate({ ...compose, services: { ...compose.services, api: { imag: 'x' } } })).toBe(false);
  });

  const { status } = spawnSync('docker', ['compose', 'version']);
  const check = status === 0 ? test : test.skip;
  check(
    `is accepted by docker compose config${status === 0 ? '' : ' (skipped: this machine has no docker compose)'}`,
    () => {
      const done = spawnSync('docker', ['compose', 'config', '--quiet'], {
        cwd: root,
        env: {
          ...process.env,
          ...Object.fromEntries([...REQUIRED, ...REQUIRED_SECRETS, ...REQUIRED_OTHERS].map((name) => [name, name])),
        },
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect(done.stderr).toBe('');
      expect(done.status).toBe(0);
    },
  );

  test.each(ours)('gives %s a configuration that loads, without a variable it does not read', (name) => {
    const environment = environmentOf(name);
    expect(loadConfig(environment)).toMatchObject({ nodeEnv: 'production', smtpUrl: 'smtp://mail:1025' });
    const known = Object.keys({ ...serviceEnvironment.properties, ...setupEnvironment.properties });
    const given = Object.entries(environment).filter(([, value]) => value !== '');
    expect(known).toEqual(expect.arrayContaining(given.map(([variable]) => variable)));
    // .env has them for others, and reaches this one as a whole
    expect(environment).toMatchObject({ POSTGRES_PASSWORD: '', TEMPORAL_DB_PASSWORD: '' });
  });

  test('gives each the keys that it uses, and no other', () => {
    const keysOf = (name: string) =>
      Object.entries(environmentOf(name))
        .filter(([variable, value]) => /^S3_.*KEY$|^MINIO_ROOT/.test(variable) && value !== '')
        .map(([, value]) => value);
    const pairOf = (name: string) => [`own-${name}_ACCESS_KEY`, `own-${name}_SECRET_KEY`];
    const readers = ['issuer', 'signer'].flatMap((role) => [
      `shelfwright-${role}`,
      `own-S3_${role.toUpperCase()}_SECRET_KEY`,
    ]);
    expect(new Set(keysOf('worker'))).toEqual(new Set(pairOf('S3')));
    expect(new Set(keysOf('api'))).toEqual(new Set([...pairOf('S3'), ...readers]));
    expect(new Set(keysOf('setup'))).toEqual(new Set([...pairOf('S3'), ...readers, ...pairOf('S3_ROOT')]));
    expect(new Set(keysOf('s3'))).toEqual(new Set(pairOf('S3_ROOT')));
    expect(keysOf('store-filter')).toEqual([]);
    expect(compose.services['store-filter']).not.toHaveProperty('env_file');
  });

  test('has no default for a secret of the store, nor for an id that clients do not see', () => {
    const uses = [...text.matchAll(/\$\{(S3_(?:[A-Z]+_)?(?:ACCESS|SECRET)_KEY)(:.)/g)];
    const without = new Set(uses.filter(([, , sign]) => sign === ':?').map(([, name]) => name));
    expect(without).toEqual(new Set([...REQUIRED, ...REQUIRED_SECRETS]));
    const withOne = new Set(uses.filter(([, , sign]) => sign !== ':?').map(([, name]) => name));
    expect(withOne).toEqual(new Set(['S3_ISSUER_ACCESS_KEY', 'S3_SIGNER_ACCESS_KEY']));
  });

  test('has no default for any other secret either, and does not start without one', () => {
    const uses = [...text.matchAll(/\$\{([A-Z0-9_]*(?:PASSWORD|KEYS|TOKEN|SECRET)[A-Z0-9_]*)(:.)/g)];
    expect(uses.length).toBeGreaterThan(5);
    for (const [use, name, sign] of uses) expect([use, name, sign]).toEqual([use, name, ':?']);
    for (const name of ours)
      expect(() => loadConfig({ ...environmentOf(name), DATABASE_URL: 'postgres://a:shelfwright@b/c' })).toThrow(
        'DATABASE_URL: in production it must be a secret of your own',
      );
  });

  test('gives no container a capability, a way to more privileges, or all memory and processes of the machine', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, service.cap_drop]).toEqual([name, ['ALL']]);
      expect([name, service.security_opt]).toEqual([name, expect.arrayContaining(['no-new-privileges:true'])]);
      expect([name, service.pids_limit, service.mem_limit]).toEqual([name, expect.any(Number), expect.any(String)]);
    }
    const writable = Object.entries(compose.services).filter(([, service]) => service.read_only !== true);
    expect(writable.map(([name]) => name)).toEqual(['temporal-ui']);
  });

  test('gives the api the memory of as many uploads as it takes at once, and of its heap', () => {
    // 64 uploads (UPLOADS in api/uploads/upload-slots.ts), up to 15 MiB each
    expect(compose.services['api']?.mem_limit).toBe('2g');
  });

  test('shows the api the disks of database and store, and lets it write to neither', () => {
    const { volumes = [] } = compose.services['api'] ?? {};
    const mounted = volumes.map((one) => one.split(':'));
    expect(mounted.map(([name, , mode]) => [name, mode])).toEqual([
      ['postgres', 'ro'],
      ['s3', 'ro'],
    ]);
    // whole volumes, in which the servers have all of their data
    expect(compose.services['postgres']?.volumes).toEqual(['postgres:/var/lib/postgresql']);
    expect(compose.services['s3']).toMatchObject({ volumes: ['s3:/data'], command: ['server', '/data'] });
    expect(loadConfig(environmentOf('api')).disk.paths).toEqual(mounted.map(([, path]) => path));
  });

  test('lets only those talk to each other that have to, and only what is published or calls out leave', () => {
    const members = (network: string) =>
      Object.keys(compose.services).filter((name) => compose.services[name]!.networks?.includes(network));
    expect(members('database')).toEqual(['setup', 'api', 'worker', 'postgres']);
    expect(members('temporal-database')).toEqual(['temporal-postgres', 'temporal-schema', 'temporal']);
    expect(members('store')).toEqual(['setup', 'api', 'worker', 'store-filter', 's3']);
    expect(members('temporal')).toEqual(['setup', 'api', 'worker', 'temporal', 'temporal-ui']);
    expect(members('mail')).toEqual(['worker', 'mail']);
    const open = Object.keys(compose.networks).filter((name) => compose.networks[name]?.internal !== true);
    expect(open.map((name) => [name, members(name)])).toEqual([
      ['front', ['api', 'temporal-ui', 'store-filter', 'mail']],
      ['outside', ['worker']],
    ]);
  });

  test('lets clients reach the filter, and not the object store', () => {
    const { ports, environment } = compose.services['store-filter'] ?? {};
    expect(ports).toEqual(['127.0.0.1:9000:9000']);
    expect(compose.services['s3']).not.toHaveProperty('ports');
    expect(loadFilterConfig(environmentOf('store-filter'))).toMatchObject({ port: 9000, endpoint: 'http://s3:9000' });
    expect(loadConfig(environmentOf('api')).s3).toMatchObject({
      filterUrl: `http://store-filter:${environment?.['PORT']}`,
      filterRequired: true,
    });
  });

  test('builds the object store that npm start builds', () => {
    const { build } = compose.services['s3'] ?? {};
    const { context } = build as { context: string };
    expect(readFileSync(join(root, context, 'Dockerfile'), 'utf8')).toContain(
      `github.com/minio/minio@${MINIO_MODULE}\n`,
    );
  });

  test('interpolates only variables that .env.example lists or that are its own', () => {
    const schemas = [serviceEnvironment, localEnvironment, setupEnvironment];
    const known = schemas.flatMap(({ properties }) => Object.keys(properties));
    const used = [...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map((match) => match[1] ?? '');
    expect(new Set(used.filter((name) => !known.includes(name)))).toEqual(
      new Set([
        'MAIL_UI_PORT',
        'POSTGRES_PASSWORD',
        'SHELFWRIGHT_DB_PASSWORD',
        'TEMPORAL_DB_PASSWORD',
        'WORKER_MEMORY',
      ]),
    );
  });

  test('runs programs that the build makes', () => {
    for (const name of programs) {
      const file = compose.services[name]?.command?.at(-1) ?? '';
      expect(existsSync(join(root, file))).toBe(true);
    }
  });

  test('runs node with the flags of each program, as does the image for the api', () => {
    for (const name of programs) {
      expect(compose.services[name]?.command?.slice(0, -1)).toEqual(['node', ...nodeFlags(name)]);
    }
    const image = readFileSync(join(root, 'Dockerfile'), 'utf8');
    expect(JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? '')).toEqual(compose.services['api']?.command);
  });

  test('waits only for services that can become healthy, and names a fixed version of every image', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(Object.keys(compose.services)).toContain(other);
        if (condition === 'service_healthy') expect(compose.services[other]?.healthcheck).toBeDefined();
      }
      if (!programs.includes(name)) expect(service.image).toMatch(/:[^:]*\d[^:]*$/);
    }
  });

  test('declares exactly the volumes that it uses', () => {
    const used = Object.values(compose.services).flatMap((service) =>
      (service.volumes ?? []).map((one) => one.split(':')[0]),
    );
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.volumes)));
  });

  test('gives Temporal the same settings of its task queues as npm start does, fairness above all', () => {
    const { configs = [], environment } = compose.services['temporal'] ?? {};
    expect(configs.map(({ target }) => target)).toEqual([environment?.['DYNAMIC_CONFIG_FILE_PATH']]);
    const { file } = compose.configs[configs[0]?.source ?? '']!;
    const settings = parse(readFileSync(join(root, file), 'utf8')) as Record<string, { value: unknown }[]>;
    const values = Object.entries(settings).map(([name, entries]) => [name, entries.map(({ value }) => value)]);
    expect(values).toEqual(Object.entries(MATCHING).map(([name, value]) => [name, [value]]));
    expect(MATCHING).toMatchObject({ 'matching.enableFairness': true });
  });

  test('runs the version of Temporal that the cluster lane tests, its tables brought to that version first', () => {
    const { temporal, 'temporal-schema': schema, setup } = compose.services;
    expect(temporal?.image).toBe(`temporalio/server:${TEMPORAL_SERVER_VERSION}`);
    expect(schema?.image).toBe(`temporalio/admin-tools:${TEMPORAL_SERVER_VERSION}`);
    expect(temporal?.environment).toMatchObject({ NUM_HISTORY_SHARDS: '512', POSTGRES_SEEDS: 'temporal-postgres' });
    expect(temporal?.depends_on).toEqual({ 'temporal-schema': { condition: 'service_completed_successfully' } });
    expect(setup?.depends_on).toMatchObject({ temporal: { condition: 'service_healthy' } });
    expect(statSync(join(root, 'local/temporal-schema.sh')).mode & 0o111).not.toBe(0);
  });

  test('can run any number of workers: none has a name, a port or a volume of its own', () => {
    expect(Object.keys(compose.services['worker'] ?? {})).not.toContain('container_name');
    expect(compose.services['worker']).not.toHaveProperty('ports');
    expect(compose.services['worker']).not.toHaveProperty('volumes');
  });

  test('publishes ports on this machine only', () => {
    const ports = Object.values(compose.services).flatMap((service) => service.ports ?? []);
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});
