/**
 * The whole configuration: the environment variables of environment.ts, read once at the start of a process, checked,
 * frozen and passed down.
 */
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { readVariables } from './read-variables.js';
import { secretFaults } from './known-secrets.js';
import type { KeyPair } from './storage-admin.js';
import { readTemporal, type TemporalConfig } from './temporal-config.js';
import { temporalEnvironment } from './temporal-environment.js';
import {
  documentEnvironment,
  filterEnvironment,
  serviceEnvironment,
  setupEnvironment,
  storeEnvironment,
  type DocumentEnvironment,
  type StoreEnvironment,
  type WorkerQueue,
} from './environment.js';
import { PRODUCTION_QUOTAS } from './limit-environment.js';
import { localEnvironment, type LocalEnvironment } from './local-environment.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const MIB = 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;
export type Config = ReturnType<typeof shape>;
export type S3Config = Config['s3'];

/** The number of the contract, and one for development that nobody reaches. */
const CREATES_PER_HOUR = { production: 10, elsewhere: 1_000 };

/** An invalid configuration; the message has one line for each variable and never contains a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'CONFIG_INVALID';
}

/** Reads the configuration of api and worker. Throws ConfigError with each invalid variable and what was expected. */
export function loadConfig(env: Environment): Config {
  const { values, faults } = readVariables(serviceEnvironment, env);
  const mails = faults.length > 0 || 'SMTP_URL' in values || 'MAIL_DIR' in values;
  const noMail = mails ? [] : ['SMTP_URL or MAIL_DIR: one of them is required'];
  const noSmtp = values.NODE_ENV === 'production' && !values.SMTP_URL ? ['SMTP_URL: required in production'] : [];
  return checked(values, [...faults, ...noMail, ...noSmtp]);
}

/**
 * The same for a worker. One that does not serve `deliveries` sends nothing and opens nothing that is sealed, so that it
 * starts without the keys and the mail server: an attacker who takes it over with a PDF finds neither.
 */
export function loadWorkerConfig(env: Environment): Config {
  const { values, faults } = readVariables(documentEnvironment, env);
  const queues = String(values.WORKER_QUEUES ?? 'deliveries');
  return queues.includes('deliveries') ? loadConfig(env) : checked(values, faults);
}

function checked(values: DocumentEnvironment, faults: string[]): Config {
  const { temporal, faults: temporalFaults } = readTemporal(values);
  refuse([...faults, ...temporalFaults, ...keyFaults(values), ...secretFaults(values)]);
  const config = shape(values, temporal!);
  refuse(filterFaults(config.s3));
  return deepFreeze(config);
}

/** Reads what only the set-up needs: the key pair of the object store's root; null if the store is set up by other means. */
export function loadStoreRoot(env: Environment): KeyPair | null {
  const { values, faults } = readVariables(setupEnvironment, env);
  const root = pair('S3_ROOT', values);
  const known = secretFaults({ NODE_ENV: env['NODE_ENV'], ...values });
  const shared = sharedIds([...USERS, 'S3_ROOT'], { ...env, ...values });
  refuse([...faults, ...halfPairs(['S3_ROOT'], values), ...shared, ...known]);
  return root && deepFreeze(root);
}

export type FilterConfig = ReturnType<typeof loadFilterConfig>;

/** Reads the configuration of the store filter, which has no secrets. Throws ConfigError like `loadConfig`. */
export function loadFilterConfig(env: Environment) {
  const { values, faults } = readVariables(filterEnvironment, env);
  refuse(faults);
  const { LOG_LEVEL: logLevel, HOST: host, PORT: port, S3_ENDPOINT, S3_BUCKET: bucket } = values;
  const trustedProxies = values.TRUSTED_PROXIES ?? null;
  return deepFreeze({ logLevel, host, port, trustedProxies, bucket, endpoint: withoutSlash(S3_ENDPOINT) });
}

/** Reads what a command over the object store needs. Throws ConfigError like `loadConfig`. */
export function loadStoreConfig(env: Environment): S3Config {
  const { values, faults } = readVariables(storeEnvironment, env);
  refuse([...faults, ...keyFaults(values)]);
  return deepFreeze(shapeS3(values));
}

/** Reads how Temporal is reached. Throws ConfigError like `loadConfig`. */
export function loadTemporalConfig(env: Environment): TemporalConfig {
  const { values, faults } = readVariables(temporalEnvironment, env);
  const { temporal, faults: more } = readTemporal(values);
  refuse([...faults, ...more]);
  return deepFreeze(temporal!);
}

/** Reads the one variable that a command over the database needs. Throws ConfigError like `loadConfig`. */
export function loadDatabaseUrl(env: Environment): string {
  const { values, faults } = readVariables(Type.Pick(serviceEnvironment, ['DATABASE_URL']), env);
  refuse(faults);
  return values.DATABASE_URL;
}

/** Reads what only `npm start` and the tests use. Throws ConfigError like `loadConfig`. */
export function loadLocalEnvironment(env: Environment): LocalEnvironment {
  const { values, faults } = readVariables(localEnvironment, env);
  refuse(faults);
  return deepFreeze(values);
}

function shape(env: DocumentEnvironment, temporal: TemporalConfig) {
  return {
    nodeEnv: env.NODE_ENV,
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    port: env.PORT,
    shutdownDrainMs: env.SHUTDOWN_DRAIN_SECONDS * SECOND,
    publicUrl: withoutSlash(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`),
    trustedProxies: env.TRUSTED_PROXIES ?? null,
    databaseUrl: env.DATABASE_URL,
    encryptionKeys: (env.ENCRYPTION_KEYS ?? '').split(',').flatMap((key) => key.trim() || []),
    temporal,
    temporalUiUrl: env.TEMPORAL_UI_URL === undefined ? null : withoutSlash(env.TEMPORAL_UI_URL),
    webAppTemporalLinks: env.WEB_APP_TEMPORAL_LINKS === 'true',
    s3: shapeS3(env),
    smtpUrl: env.SMTP_URL ?? null,
    mailDir: env.MAIL_DIR ?? null,
    mailFrom: env.MAIL_FROM,
    limits: {
      createsPerHour:
        env.LIMIT_CREATES_PER_HOUR ?? CREATES_PER_HOUR[env.NODE_ENV === 'production' ? 'production' : 'elsewhere'],
      readsPerMinute: env.LIMIT_READS_PER_MINUTE,
      writesPerMinute: env.LIMIT_WRITES_PER_MINUTE,
      picturesPerMinute: env.LIMIT_PICTURES_PER_MINUTE,
      pingsPerMinute: env.LIMIT_PINGS_PER_MINUTE,
      streams: env.LIMIT_STREAMS,
      authPer15Minutes: env.LIMIT_AUTH_PER_15_MINUTES,
    },
    quotas: shapeQuotas(env),
    /** Most bytes of pictures of pages that are stored for an account. */
    pictureBytes: env.PICTURES_MIB * MIB,
    disk: {
      floorBytes: env.DISK_FLOOR_MIB * MIB,
      paths: (env.DISK_FLOOR_PATHS ?? '').split(',').flatMap((path) => path.trim() || []),
    },
    sessions: { idleHours: env.SESSION_IDLE_HOURS, maxDays: env.SESSION_MAX_DAYS },
    deploymentBuildId: env.TEMPORAL_DEPLOYMENT_BUILD_ID ?? null,
    workerQueues: [...new Set(env.WORKER_QUEUES.split(',').map((queue) => queue.trim() as WorkerQueue))],
    engine: {
      processes: env.ENGINE_PROCESSES ?? availableParallelism(),
      sandbox: env.ENGINE_SANDBOX,
      memoryBytes: env.ENGINE_MEMORY_MIB * MIB,
      pageTimeoutMs: env.ENGINE_PAGE_TIMEOUT_SECONDS * SECOND,
      documentTimeoutMs: env.ENGINE_DOCUMENT_TIMEOUT_MINUTES * MINUTE,
      pagesPerRange: env.ENGINE_PAGES_PER_RANGE,
      maxPages: env.ENGINE_MAX_PAGES,
      recognition: shapeRecognition(env),
    },
    tracing: shapeTracing(env),
    metrics: { token: env.METRICS_TOKEN ?? null, port: env.METRICS_PORT ?? null },
    webhooks: { firstRetryMs: env.WEBHOOK_FIRST_RETRY_SECONDS * SECOND },
    reconcileAfterSeconds: env.RECONCILE_AFTER_SECONDS,
    sweep: {
      intentMs: env.SWEEP_INTENTS_AFTER_SECONDS * SECOND,
      workMs: env.SWEEP_WORK_AFTER_SECONDS * SECOND,
      picturesMs: env.SWEEP_PICTURES_AFTER_HOURS * HOUR,
    },
    workDir: env.WORK_DIR ?? join(tmpdir(), 'shelfwright'),
  } as const;
}

function shapeTracing(env: DocumentEnvironment) {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  const pairs = (env.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').filter(Boolean);
  const headers = pairs.map((pair) => pair.split('=').map((part) => decodeURIComponent(part.trim())));
  return {
    endpoint: withoutSlash(env.OTEL_EXPORTER_OTLP_ENDPOINT),
    headers: Object.fromEntries(headers) as Record<string, string>,
    sampledPercent: env.TRACES_SAMPLED_PERCENT,
  } as const;
}

function shapeQuotas(env: DocumentEnvironment) {
  const otherwise = env.NODE_ENV === 'production' ? PRODUCTION_QUOTAS : null;
  const storageMib = env.QUOTA_STORAGE_MIB ?? otherwise?.storageMib ?? null;
  return {
    storageBytes: storageMib === null ? null : storageMib * MIB,
    shelves: env.QUOTA_SHELVES ?? otherwise?.shelves ?? null,
    pages: env.QUOTA_PAGES_PER_MONTH ?? otherwise?.pages ?? null,
    runs: env.QUOTA_RUNS ?? otherwise?.runs ?? null,
  } as const;
}

function shapeRecognition(env: DocumentEnvironment) {
  return {
    engine: env.OCR_ENGINE,
    languages: env.OCR_LANGUAGES,
    dataDir: env.OCR_DATA_DIR ?? null,
    pageTimeoutMs: env.OCR_PAGE_TIMEOUT_SECONDS * SECOND,
    documentTimeoutMs: env.OCR_DOCUMENT_TIMEOUT_MINUTES * MINUTE,
    pagesPerRange: env.OCR_PAGES_PER_RANGE,
  } as const;
}

function shapeS3(env: StoreEnvironment) {
  const s3Endpoint = withoutSlash(env.S3_ENDPOINT);
  const sts = {
    endpoint: env.S3_STS_ENDPOINT ? withoutSlash(env.S3_STS_ENDPOINT) : s3Endpoint,
    roleArn: env.S3_STS_ROLE_ARN ?? null,
    maxSeconds: env.S3_STS_MAX_SECONDS,
  } as const;
  return {
    endpoint: s3Endpoint,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT ? withoutSlash(env.S3_PUBLIC_ENDPOINT) : s3Endpoint,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    issuer: pair('S3_ISSUER', env),
    signer: pair('S3_SIGNER', env),
    filterUrl: env.S3_FILTER_URL ? withoutSlash(env.S3_FILTER_URL) : null,
    filterRequired: env.NODE_ENV === 'production' && !isAwsRole(sts),
    sts,
  } as const;
}

/** Whether AWS itself evaluates the policies of credentials. A role alone proves nothing: MinIO ignores roles. */
export function isAwsRole({ endpoint, roleArn }: { endpoint: string; roleArn: string | null }): boolean {
  return roleArn !== null && /\.amazonaws\.com(\.cn)?$/.test(new URL(endpoint).hostname);
}

type KeyVariables = { readonly [name: string]: string | number | undefined };

/** The key pair of `<name>_ACCESS_KEY` and `<name>_SECRET_KEY`; null where they are not given. */
function pair(name: string, values: KeyVariables): KeyPair | null {
  const [accessKey, secretKey] = [values[`${name}_ACCESS_KEY`], values[`${name}_SECRET_KEY`]];
  return typeof accessKey === 'string' && typeof secretKey === 'string' ? { accessKey, secretKey } : null;
}

function halfPairs(names: string[], values: KeyVariables): string[] {
  return names
    .map((name) => [`${name}_ACCESS_KEY`, `${name}_SECRET_KEY`])
    .filter((both) => both.filter((variable) => values[variable]).length === 1)
    .map((both) => `${both.join(' and ')}: both or none`);
}

const READERS = ['S3_ISSUER', 'S3_SIGNER'];
const USERS = ['S3', ...READERS];

function keyFaults(values: KeyVariables): string[] {
  return [...halfPairs(READERS, values), ...sharedIds(USERS, values)];
}

/** Clients see the ids of issuer and signer, and an id is enough to act as its user on servers with GHSA-hv4r-mvr4-25vw. */
function sharedIds(names: string[], values: KeyVariables): string[] {
  const variables = names.map((name) => `${name}_ACCESS_KEY`);
  return variables.flatMap((variable, at) =>
    variables
      .slice(0, at)
      .filter((other) => values[other] && values[variable] === values[other])
      .map((other) => `${variable}: must not be the same as ${other}, clients see some of these ids`),
  );
}

/** The api cannot check that clients are led to the filter, only that they are not led past it. */
function filterFaults({ endpoint, publicEndpoint, filterUrl, filterRequired }: S3Config): string[] {
  const isPast = filterRequired && filterUrl !== null && new URL(publicEndpoint).origin === new URL(endpoint).origin;
  return isPast ? ['S3_PUBLIC_ENDPOINT: must lead to the filter (S3_FILTER_URL), and not to S3_ENDPOINT'] : [];
}

function refuse(faults: string[]): void {
  if (faults.length > 0)
    throw new ConfigError(`The configuration cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  if (ArrayBuffer.isView(value)) return value; // certificates: bytes cannot be frozen
  for (const member of Object.values(value)) if (member !== null && typeof member === 'object') deepFreeze(member);
  return Object.freeze(value);
}
