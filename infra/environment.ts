/** The environment variables of the service. `.env.example` is written from these schemas. */
import { Type, type Static } from 'typebox';
import { engineVariables } from './engine-environment.js';
import { limitVariables } from './limit-environment.js';
import { temporalVariables } from './temporal-environment.js';
import { ADDRESS_RANGES, count, secret, text, url } from './variables.js';

const NODE_ENVS = ['development', 'test', 'production'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** The queues that a worker can be configured to serve; `documents` includes those of small documents and of pages. */
export const WORKER_QUEUES = ['shelves', 'documents', 'deliveries'] as const;
export type WorkerQueue = (typeof WORKER_QUEUES)[number];
/** Build id of a Worker Deployment. */
export const BUILD_ID = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';
/** What api and worker read. A variable without default is required unless it is `Type.Optional`. */
export const serviceEnvironment = Type.Object({
  NODE_ENV: Type.Enum(NODE_ENVS, {
    default: 'development',
    description: 'In production mails need a mail server, and cookies https.',
  }),
  LOG_LEVEL: Type.Enum(LOG_LEVELS, { default: 'info', description: 'Least severe level that is logged.' }),
  HOST: text('Address that the api, and the metrics of a worker, listen on.', { default: '127.0.0.1' }),
  PORT: count('Port the api listens on.', 8080, { maximum: 65_535 }),
  SHUTDOWN_DRAIN_SECONDS: count(
    'How long an api that is stopping still takes requests: the time its balancer needs to see that /readyz is 503.',
    0,
    { minimum: 0, maximum: 300 },
  ),
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
  DATABASE_URL: url(
    'postgres(ql)?',
    'postgres://shelfwright:change-me@localhost:5432/shelfwright',
    'PostgreSQL database.',
  ),
  ...temporalVariables,
  TEMPORAL_UI_URL: Type.Optional(
    url('https?', 'https://temporal.example', "UI of the server at TEMPORAL_ADDRESS, as operators' browsers reach it."),
  ),
  WEB_APP_TEMPORAL_LINKS: Type.Enum(['true', 'false'], {
    default: 'false',
    description: 'Whether the page of a failed shelf links every owner to its run at TEMPORAL_UI_URL.',
  }),
  S3_ENDPOINT: url('https?', 'http://localhost:9000', 'S3-compatible object store, as api and worker reach it.'),
  S3_PUBLIC_ENDPOINT: Type.Optional(
    url(
      'https?',
      'https://s3.shelfwright.example',
      'The same store as clients reach it, by way of the filter: archive URLs, credentials. Default: S3_ENDPOINT.',
    ),
  ),
  S3_REGION: text('Region that requests are signed for.', { default: 'us-east-1' }),
  S3_BUCKET: Type.String({
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    default: 'shelfwright',
    examples: ['shelfwright'],
    description: 'Bucket of all objects.',
  }),
  S3_ACCESS_KEY: text('Access key of api and worker: reads and writes the bucket. No client may see or guess it.', {
    examples: ['change-me-service'],
  }),
  S3_SECRET_KEY: secret('Its secret key.'),
  S3_ISSUER_ACCESS_KEY: Type.Optional(
    text('Access key (api only) that assumes the temporary credentials: reads files. Without it there are none.', {
      examples: ['shelfwright-issuer'],
    }),
  ),
  S3_ISSUER_SECRET_KEY: Type.Optional(secret('Its secret key.')),
  S3_SIGNER_ACCESS_KEY: Type.Optional(
    text('Access key (api only) that signs archive URLs: reads archives. Without it there are none.', {
      examples: ['shelfwright-signer'],
    }),
  ),
  S3_SIGNER_SECRET_KEY: Type.Optional(secret('Its secret key.')),
  S3_FILTER_URL: Type.Optional(
    url(
      'https?',
      'http://store-filter:9000',
      'The filter before S3_PUBLIC_ENDPOINT, as the api reaches it. In production no credentials without, except on AWS.',
    ),
  ),
  ENCRYPTION_KEYS: Type.String({
    pattern: '^[A-Za-z0-9+/]{43}=(, *[A-Za-z0-9+/]{43}=)*$',
    examples: ['Y2hhbmdlLW1lLWNoYW5nZS1tZS1jaGFuZ2UtbWUtISE='],
    description: 'Keys of the secrets in the database, base64 of 32 bytes each: the first encrypts, all decrypt.',
  }),
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
      description: 'Role to be assumed for them. AWS needs one; MinIO ignores it.',
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
  ...limitVariables,
  DISK_FLOOR_MIB: count(
    'Free disk space below which uploads and drawings get 503, in each of DISK_FLOOR_PATHS.',
    1_024,
    {
      maximum: 1_000_000_000,
    },
  ),
  DISK_FLOOR_PATHS: Type.Optional(
    text('Folders on the disks to watch, as the api sees them, comma separated. Default: none.', {
      examples: ['/var/lib/minio,/var/lib/postgresql'],
    }),
  ),
  SESSION_IDLE_HOURS: count('A session ends when it is not used for so long.', 24, { maximum: 2_160 }),
  SESSION_MAX_DAYS: count('A session ends after so long even if it is used.', 14, { maximum: 90 }),
  TEMPORAL_DEPLOYMENT_BUILD_ID: Type.Optional(
    Type.String({
      pattern: BUILD_ID,
      examples: ['0.6.0'],
      description:
        'Build id of a worker in the Worker Deployment shelfwright: it gets no task until that build is made current.',
    }),
  ),
  WORKER_QUEUES: Type.String({
    pattern: `^(${WORKER_QUEUES.join('|')})(, *(${WORKER_QUEUES.join('|')}))*$`,
    default: WORKER_QUEUES.join(','),
    description: 'Task queues that a worker serves. All together have to serve all three.',
  }),
  ...engineVariables,
  WEBHOOK_FIRST_RETRY_SECONDS: count(
    'Wait after the first failure of a delivery; each next one is five times as long.',
    5,
    {
      maximum: 3_600,
    },
  ),
  // At least 5 s: activities learn within a few seconds that their run was ended, and must have stopped by the repair.
  RECONCILE_AFTER_SECONDS: count('Time after which what nobody has touched is looked after by the reconciler.', 60, {
    minimum: 5,
    maximum: 86_400,
  }),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{16,256}$',
      examples: ['change-me-change-me'],
      description: 'Bearer token that /metrics asks for. Without one it is open, and in production the api has none.',
    }),
  ),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      examples: [9464],
      description: 'Port of /metrics, /healthz and /readyz of a worker. Default: none is served.',
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    url(
      'https?',
      'http://localhost:4318',
      'OpenTelemetry collector that gets traces by OTLP over HTTP. Default: none are made.',
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
    Type.String({
      pattern: '^[\\w-]+=[^,=]+(,[\\w-]+=[^,=]+)*$',
      examples: ['authorization=Bearer%20change-me'],
      description: 'Headers for it, comma separated.',
    }),
  ),
  TRACES_SAMPLED_PERCENT: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 100,
    description: 'How many of a hundred traces are sent; each whole or not at all.',
  }),
  SWEEP_INTENTS_AFTER_SECONDS: count('Age at which an unfinished upload is removed.', 86_400, {
    minimum: 10,
    maximum: 31_536_000,
  }),
  // Longer than any outage that an attempt may wait out, so that nothing in use is removed.
  SWEEP_WORK_AFTER_SECONDS: count('Age at which work files and objects without a row are removed.', 172_800, {
    minimum: 10,
    maximum: 31_536_000,
  }),
  SWEEP_PICTURES_AFTER_HOURS: count(
    'Age at which pictures of pages are removed; they are drawn again when asked for.',
    720,
    {
      maximum: 87_600,
    },
  ),
  WORK_DIR: Type.Optional(
    text("Scratch files of the worker. Default: shelfwright in the system's temporary folder.", {
      examples: ['/var/tmp/shelfwright'],
    }),
  ),
});

/** What the set-up of an installation reads in addition. Api and worker must not have it. */
export const setupEnvironment = Type.Object({
  S3_ROOT_ACCESS_KEY: Type.Optional(
    text("Access key of MinIO's root: makes bucket, users and policies. Without it they are there already.", {
      examples: ['change-me-root'],
    }),
  ),
  S3_ROOT_SECRET_KEY: Type.Optional(secret('Its secret key.')),
});

/** What a command over the object store reads. */
export const storeEnvironment = Type.Pick(serviceEnvironment, [
  'NODE_ENV',
  'S3_ENDPOINT',
  'S3_PUBLIC_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'S3_ISSUER_ACCESS_KEY',
  'S3_ISSUER_SECRET_KEY',
  'S3_SIGNER_ACCESS_KEY',
  'S3_SIGNER_SECRET_KEY',
  'S3_FILTER_URL',
  'S3_STS_ENDPOINT',
  'S3_STS_ROLE_ARN',
  'S3_STS_MAX_SECONDS',
]);

/** All that the filter before the object store reads. */
export const filterEnvironment = Type.Pick(serviceEnvironment, [
  'LOG_LEVEL',
  'HOST',
  'PORT',
  'TRUSTED_PROXIES',
  'S3_ENDPOINT',
  'S3_BUCKET',
]);

/** What a worker reads that does not serve `deliveries`. */
export const documentEnvironment = Type.Object({
  ...serviceEnvironment.properties,
  ENCRYPTION_KEYS: Type.Optional(serviceEnvironment.properties.ENCRYPTION_KEYS),
});

export type DocumentEnvironment = Static<typeof documentEnvironment>;
export type StoreEnvironment = Static<typeof storeEnvironment>;
