/**
 * The whole configuration: one schema over environment variables, read once at the start of a process, checked,
 * frozen and passed down. `.env.example` is written from the same schema and a test keeps the two equal.
 */
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { IsOptional, Type, type Static, type TObject, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { MAX_PAGES } from '../contract/vocabulary.js';
import { isAddressRange } from './address-ranges.js';

const NODE_ENVS = ['development', 'test', 'production'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** Each of a list is looked at by itself. */
const ADDRESS_RANGES = 'address-ranges';
const SECOND = 1000;
const MINUTE = 60 * SECOND;

const url = (protocols: string, example: string, description: string) =>
  Type.String({ pattern: `^(${protocols})://[^\\s/]+`, examples: [example], description });
const text = (description: string, options: { default?: string; examples?: string[] } = {}) =>
  Type.String({ minLength: 1, description, ...options });
const count = (description: string, byDefault: number, range: { minimum?: number; maximum?: number } = {}) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000_000, ...range, default: byDefault, description });
const port = (what: string) =>
  Type.Integer({ minimum: 1, maximum: 65_535, description: `${what}. Default: a free one.` });

/** What api and worker read. A variable without default is required unless it is `Type.Optional`. */
export const serviceEnvironment = Type.Object({
  NODE_ENV: Type.Enum(NODE_ENVS, {
    default: 'development',
    description: 'In production mails need a mail server, and cookies https.',
  }),
  LOG_LEVEL: Type.Enum(LOG_LEVELS, { default: 'info', description: 'Least severe level that is logged.' }),
  HOST: text('Address the api listens on.', { default: '127.0.0.1' }),
  PORT: count('Port the api listens on.', 8080, { maximum: 65_535 }),
  PUBLIC_URL: Type.Optional(
    url(
      'https?',
      'https://shelfwright.example',
      'Address clients reach the api by: e-mails, download.sh, Origin check. Default: http://localhost:PORT.',
    ),
  ),
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      pattern: '^[^, ]+(, *[^, ]+)*$',
      format: ADDRESS_RANGES,
      examples: ['10.0.0.0/8'],
      description: 'Addresses or ranges of reverse proxies, comma separated: their X-Forwarded-For names the client.',
    }),
  ),
  DATABASE_URL: url('postgres(ql)?', 'postgres://user:password@localhost:5432/shelfwright', 'PostgreSQL database.'),
  TEMPORAL_ADDRESS: Type.String({
    pattern: '^[^\\s/]+:\\d+$',
    examples: ['localhost:7233'],
    description: 'Temporal frontend, host:port.',
  }),
  TEMPORAL_NAMESPACE: text('Temporal namespace.', { default: 'default' }),
  S3_ENDPOINT: url('https?', 'http://localhost:9000', 'S3-compatible object store, as api and worker reach it.'),
  S3_PUBLIC_ENDPOINT: Type.Optional(
    url(
      'https?',
      'https://s3.shelfwright.example',
      'The same store as clients reach it: archive URLs, credentials. Default: S3_ENDPOINT.',
    ),
  ),
  S3_REGION: text('Region that requests are signed for.', { default: 'us-east-1' }),
  S3_BUCKET: Type.String({
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    default: 'shelfwright',
    examples: ['shelfwright'],
    description: 'Bucket of all objects.',
  }),
  S3_ACCESS_KEY: text('Access key of the object store.', { examples: ['shelfwright'] }),
  S3_SECRET_KEY: text('Secret key of the object store.', { examples: ['change-me'] }),
  S3_STS_ENDPOINT: Type.Optional(
    url(
      'https?',
      'https://sts.eu-central-1.amazonaws.com',
      'Where AssumeRole is called for the temporary credentials of one shelf. Default: S3_ENDPOINT.',
    ),
  ),
  S3_STS_ROLE_ARN: Type.Optional(
    Type.String({
      pattern: '^arn:[^\\s]+$',
      examples: ['arn:aws:iam::123456789012:role/shelfwright-reader'],
      description: 'Role to be assumed for them. AWS needs one; to be left unset with MinIO.',
    }),
  ),
  S3_STS_MAX_SECONDS: count('Life of such credentials, however much is asked for. AWS roles have a maximum.', 86_400, {
    minimum: 900,
    maximum: 86_400,
  }),
  SMTP_URL: Type.Optional(
    url('smtps?', 'smtp://localhost:1025', 'Mail server. This or MAIL_DIR is required; with both, mails go to both.'),
  ),
  MAIL_DIR: Type.Optional(text('Folder that takes each mail as an .eml file.', { examples: ['./mail'] })),
  MAIL_FROM: text('Sender of mails.', { default: 'Shelfwright <noreply@localhost>' }),
  LIMIT_CREATES_PER_HOUR: count('POST /v1/shelves per account and hour.', 10),
  LIMIT_READS_PER_MINUTE: count('Authenticated reads per account and minute.', 120),
  LIMIT_WRITES_PER_MINUTE: count('Authenticated writes per account and minute.', 20),
  LIMIT_STREAMS: count('Event streams open at once per account and api process.', 10),
  LIMIT_AUTH_PER_15_MINUTES: count('Requests to the auth routes per IP address and 15 minutes.', 10),
  ENGINE_PROCESSES: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 256,
      examples: [2],
      description: 'Engine processes of a worker at once. Default: number of processors.',
    }),
  ),
  ENGINE_MEMORY_MIB: count('Memory one engine process may use, MiB.', 2048, { minimum: 256, maximum: 1_048_576 }),
  ENGINE_PAGE_TIMEOUT_SECONDS: count('Time for one page.', 20, { maximum: 3_600 }),
  OCR_LANGUAGES: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_]*([+][A-Za-z][A-Za-z0-9_]*)*$',
    default: 'eng',
    examples: ['eng+deu'],
    description: 'Languages of scanned pages, by the names of their data files.',
  }),
  OCR_DATA_DIR: Type.Optional(
    text('Folder of <language>.traineddata files, .gz or not. English needs none.', {
      examples: ['/usr/share/tesseract-ocr/5/tessdata'],
    }),
  ),
  OCR_PAGE_TIMEOUT_SECONDS: count('Time for recognising one scanned page.', 120, { maximum: 3_600 }),
  OCR_DOCUMENT_TIMEOUT_MINUTES: count('Time for all scanned pages of one document, added up.', 240, {
    maximum: 10_080,
  }),
  OCR_PAGES_PER_RANGE: count('Scanned pages recognised as one activity.', 4, { maximum: 5_000 }),
  ENGINE_DOCUMENT_TIMEOUT_MINUTES: count('Time for one document.', 60, { maximum: 1_440 }),
  ENGINE_PAGES_PER_RANGE: count('Pages parsed as one activity.', 48, { maximum: 5_000 }),
  ENGINE_MAX_PAGES: count('Pages a document may have.', MAX_PAGES, { maximum: 100_000 }),
  // Not less: a run's activities learn within a few seconds that it was ended, and must be still when its shelf is.
  RECONCILE_AFTER_SECONDS: count('Time after which what nobody has touched is looked after by the reconciler.', 60, {
    minimum: 5,
    maximum: 86_400,
  }),
  SWEEP_INTENTS_AFTER_MINUTES: count('Age at which an unfinished upload is removed.', 1_440, { maximum: 525_600 }),
  SWEEP_WORK_AFTER_MINUTES: count('Age at which work files and objects without a row are removed.', 2_880, {
    maximum: 525_600,
  }),
  WORK_DIR: Type.Optional(
    text("Scratch files of the worker. Default: shelfwright in the system's temporary folder.", {
      examples: ['/var/tmp/shelfwright'],
    }),
  ),
});

/** What `npm start` reads in addition: where embedded servers come from and which ports they take. */
export const localEnvironment = Type.Object({
  TEMPORAL_BINARY: Type.Optional(
    text("Temporal's command-line tool, instead of a found, downloaded or built one.", {
      examples: ['/usr/local/bin/temporal'],
    }),
  ),
  MINIO_BINARY: Type.Optional(
    text('MinIO server, instead of a found, downloaded or built one.', { examples: ['/usr/local/bin/minio'] }),
  ),
  TEMPORAL_TEST_SERVER: Type.Optional(
    text('Time-skipping test server (tests only), instead of a downloaded one.', {
      examples: ['/opt/temporal-test-server'],
    }),
  ),
  POSTGRES_PORT: Type.Optional(port('Port of the embedded PostgreSQL')),
  TEMPORAL_PORT: Type.Optional(port('Port of the embedded Temporal frontend')),
  TEMPORAL_UI_PORT: Type.Optional(port('Port of the embedded Temporal UI')),
  S3_PORT: Type.Optional(port('Port of the embedded object store')),
  TEMPORAL_UI_URL: Type.Optional(
    url('https?', 'https://temporal.example', 'UI of the server at TEMPORAL_ADDRESS, to be printed at start.'),
  ),
});

type ServiceEnvironment = Static<typeof serviceEnvironment>;
export type LocalEnvironment = Static<typeof localEnvironment>;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type Config = ReturnType<typeof shape>;
export type S3Config = Config['s3'];

/** A configuration that cannot be used; the message has one line for each variable and never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'CONFIG_INVALID';
}

/** Reads the configuration of api and worker. Throws ConfigError naming each wrong variable and what was expected. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { values, faults } = read(serviceEnvironment, env);
  const mails = faults.length > 0 || 'SMTP_URL' in values || 'MAIL_DIR' in values;
  const noMail = mails ? [] : ['SMTP_URL or MAIL_DIR: one of them is required'];
  const noSmtp = values.NODE_ENV === 'production' && !values.SMTP_URL ? ['SMTP_URL: required in production'] : [];
  refuse([...faults, ...noMail, ...noSmtp]);
  return deepFreeze(shape(values));
}

/** Reads the one variable that a command over the database needs. Throws ConfigError like `loadConfig`. */
export function loadDatabaseUrl(env: Readonly<Record<string, string | undefined>>): string {
  const { values, faults } = read(Type.Pick(serviceEnvironment, ['DATABASE_URL']), env);
  refuse(faults);
  return values.DATABASE_URL;
}

/** Reads what only `npm start` and the tests use. Throws ConfigError like `loadConfig`. */
export function loadLocalEnvironment(env: Readonly<Record<string, string | undefined>>): LocalEnvironment {
  const { values, faults } = read(localEnvironment, env);
  refuse(faults);
  return deepFreeze(values);
}

function shape(env: ServiceEnvironment) {
  const s3Endpoint = withoutSlash(env.S3_ENDPOINT);
  return {
    nodeEnv: env.NODE_ENV,
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    port: env.PORT,
    publicUrl: withoutSlash(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`),
    trustedProxies: env.TRUSTED_PROXIES ?? null,
    databaseUrl: env.DATABASE_URL,
    temporalAddress: env.TEMPORAL_ADDRESS,
    temporalNamespace: env.TEMPORAL_NAMESPACE,
    s3: {
      endpoint: s3Endpoint,
      publicEndpoint: env.S3_PUBLIC_ENDPOINT ? withoutSlash(env.S3_PUBLIC_ENDPOINT) : s3Endpoint,
      region: env.S3_REGION,
      bucket: env.S3_BUCKET,
      accessKey: env.S3_ACCESS_KEY,
      secretKey: env.S3_SECRET_KEY,
      sts: {
        endpoint: env.S3_STS_ENDPOINT ? withoutSlash(env.S3_STS_ENDPOINT) : s3Endpoint,
        roleArn: env.S3_STS_ROLE_ARN ?? null,
        maxSeconds: env.S3_STS_MAX_SECONDS,
      },
    },
    smtpUrl: env.SMTP_URL ?? null,
    mailDir: env.MAIL_DIR ?? null,
    mailFrom: env.MAIL_FROM,
    limits: {
      createsPerHour: env.LIMIT_CREATES_PER_HOUR,
      readsPerMinute: env.LIMIT_READS_PER_MINUTE,
      writesPerMinute: env.LIMIT_WRITES_PER_MINUTE,
      streams: env.LIMIT_STREAMS,
      authPer15Minutes: env.LIMIT_AUTH_PER_15_MINUTES,
    },
    engine: {
      processes: env.ENGINE_PROCESSES ?? availableParallelism(),
      memoryBytes: env.ENGINE_MEMORY_MIB * 1024 * 1024,
      pageTimeoutMs: env.ENGINE_PAGE_TIMEOUT_SECONDS * SECOND,
      documentTimeoutMs: env.ENGINE_DOCUMENT_TIMEOUT_MINUTES * MINUTE,
      pagesPerRange: env.ENGINE_PAGES_PER_RANGE,
      maxPages: env.ENGINE_MAX_PAGES,
      recognition: {
        languages: env.OCR_LANGUAGES,
        dataDir: env.OCR_DATA_DIR ?? null,
        pageTimeoutMs: env.OCR_PAGE_TIMEOUT_SECONDS * SECOND,
        documentTimeoutMs: env.OCR_DOCUMENT_TIMEOUT_MINUTES * MINUTE,
        pagesPerRange: env.OCR_PAGES_PER_RANGE,
      },
    },
    reconcileAfterSeconds: env.RECONCILE_AFTER_SECONDS,
    sweep: {
      intentMs: env.SWEEP_INTENTS_AFTER_MINUTES * MINUTE,
      workMs: env.SWEEP_WORK_AFTER_MINUTES * MINUTE,
    },
    workDir: env.WORK_DIR ?? join(tmpdir(), 'shelfwright'),
  } as const;
}

/** Takes the schema's variables out of `env`; an empty variable counts as not set. */
function read<T extends TObject>(schema: T, env: Readonly<Record<string, string | undefined>>) {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, member] of Object.entries(schema.properties)) {
    const given = env[name]?.trim() || undefined;
    const described: VariableSchema = member;
    const value = given !== undefined && described.type === 'integer' && /^\d+$/.test(given) ? Number(given) : given;
    if (value === undefined && described.default !== undefined) values[name] = described.default;
    else if (value === undefined && !IsOptional(member)) faults.push(`${name}: required, expected ${expected(member)}`);
    else if (value !== undefined && !isUsable(member, value)) faults.push(`${name}: expected ${expected(member)}`);
    else if (value !== undefined) values[name] = value;
  }
  return { values: values as Static<T>, faults };
}

function isUsable(schema: TSchema, value: unknown): boolean {
  const { pattern, format }: VariableSchema = schema;
  if (!Value.Check(schema, value)) return false;
  if (format === ADDRESS_RANGES)
    return String(value)
      .split(',')
      .every((one) => isAddressRange(one.trim()));
  return !pattern?.includes('://') || URL.canParse(String(value));
}

/** The members of a variable's schema that messages and `.env.example` are made of. */
export type VariableSchema = TSchema & {
  type?: string;
  default?: string | number;
  description?: string;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  enum?: readonly string[];
  examples?: readonly (string | number)[];
};

/** What a variable must look like, in words, without any value that was given. */
export function expected(schema: VariableSchema): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.type === 'integer') return `a whole number from ${schema.minimum} to ${schema.maximum}`;
  const example = schema.examples?.[0];
  return `text${schema.pattern ? ` that matches ${schema.pattern}` : ''}${example ? ` such as ${example}` : ''}`;
}

function refuse(faults: string[]): void {
  if (faults.length > 0)
    throw new ConfigError(`The configuration cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const member of Object.values(value)) if (member !== null && typeof member === 'object') deepFreeze(member);
  return Object.freeze(value);
}
