/** The environment of api and worker: the user's variables plus the addresses of the embedded servers. */
import { resolve } from 'node:path';
import { serviceEnvironment } from '../infra/environment.js';
import type { LocalEnvironment } from '../infra/local-environment.js';
import { temporalVariables } from '../infra/temporal-environment.js';
import type { StoreUsers } from '../infra/storage-users.js';
import { readJson, readSecrets, writeJson, type DataFolder, type Ports } from './data-folder.js';
import { freePort, freeRow, isPortFree } from './ports.js';

export type Environment = Record<string, string | undefined>;

/** Variables that a process needs besides the configuration. */
const INHERITED = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS'];

/** Which servers run embedded: those whose address is not configured. */
export function embeddedServers(env: Environment) {
  return {
    postgres: !env.DATABASE_URL,
    temporal: !env.TEMPORAL_ADDRESS && !env.TEMPORAL_CONFIG_FILE,
    s3: !env.S3_ENDPOINT,
  };
}

/** Ports of the embedded servers, all different: configured, else the ones of last time, else free ones. */
export async function choosePorts(data: DataFolder, local: LocalEnvironment): Promise<Ports> {
  const last: Partial<Ports> = readJson<Ports>(data.ports) ?? {};
  const taken = new Set<number>();
  const choose = async (variable: keyof LocalEnvironment & `${string}_PORT`, lastPort: number | undefined) => {
    const configured = local[variable];
    if (configured !== undefined && (taken.has(configured) || !(await isPortFree(configured)))) {
      throw new Error(`${variable}: port ${configured} is taken by another program.`);
    }
    const port = configured ?? (await freePort(lastPort, taken));
    taken.add(port);
    return port;
  };
  const ports: Ports = {
    postgres: await choose('POSTGRES_PORT', last.postgres),
    s3: await choose('S3_PORT', last.s3),
    s3Filter: await choose('S3_FILTER_PORT', last.s3Filter),
    temporal: await choose('TEMPORAL_PORT', last.temporal),
    temporalUi: await choose('TEMPORAL_UI_PORT', last.temporalUi),
    metrics: await freeRow(local.WORKERS, { preferred: last.metrics, taken }),
  };
  writeJson(data.ports, ports);
  return ports;
}

/** Only variables of the configuration's schema and a few of the system reach the children. */
export function childEnvironment(env: Environment, data: DataFolder, ports: Ports): Environment {
  const names = [...Object.keys(serviceEnvironment.properties), ...INHERITED];
  const embedded = embeddedServers(env);
  const unused = embedded.temporal ? Object.keys(temporalVariables) : []; // a namespace, a key or TLS of another server
  const given = names.filter((name) => env[name] && !unused.includes(name));
  const own = Object.fromEntries(given.map((name) => [name, env[name]]));
  const secrets = readSecrets(data);
  const filterUrl = `http://127.0.0.1:${ports.s3Filter}`;
  return {
    MAIL_DIR: data.mail,
    WORK_DIR: data.work,
    DISK_FLOOR_PATHS: data.root,
    ENCRYPTION_KEYS: secrets.encryptionKey,
    METRICS_PORT: String(ports.metrics),
    WEB_APP_TEMPORAL_LINKS: 'true',
    ...own,
    ...(own.MAIL_DIR && { MAIL_DIR: resolve(own.MAIL_DIR) }),
    ...(embedded.postgres && {
      DATABASE_URL: `postgres://shelfwright:${secrets.postgresPassword}@127.0.0.1:${ports.postgres}/shelfwright`,
    }),
    ...(embedded.temporal && {
      TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporal}`,
      TEMPORAL_UI_URL: own.TEMPORAL_UI_URL ?? `http://127.0.0.1:${ports.temporalUi}`,
    }),
    ...(embedded.s3 && {
      S3_ENDPOINT: `http://127.0.0.1:${ports.s3}`,
      S3_PUBLIC_ENDPOINT: own.S3_PUBLIC_ENDPOINT ?? filterUrl,
      S3_FILTER_URL: filterUrl,
      ...keyVariables(secrets.s3Users),
    }),
  };
}

function keyVariables({ service, issuer, signer }: StoreUsers): Environment {
  return {
    S3_ACCESS_KEY: service.accessKey,
    S3_SECRET_KEY: service.secretKey,
    S3_ISSUER_ACCESS_KEY: issuer.accessKey,
    S3_ISSUER_SECRET_KEY: issuer.secretKey,
    S3_SIGNER_ACCESS_KEY: signer.accessKey,
    S3_SIGNER_SECRET_KEY: signer.secretKey,
  };
}

/** Throws a message that says what to do when the api's port is taken. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  if (await isPortFree(port, host)) return;
  throw new Error(
    `Port ${port} of ${host} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
  );
}
