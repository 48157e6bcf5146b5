/** The account and its keys; for sessions only. */
import { Type, type Static } from 'typebox';
import { TEXT, User } from './auth.js';
import { listExample, nullable, Pagination, ref, Timestamp } from './common.js';
import { KEY_SCOPES, type KeyScope } from './vocabulary.js';

function quota(description: string) {
  const limit = nullable(Type.Integer({ description: 'Null: no limit. Beyond it: 402 `quota_exceeded`.' }));
  return Type.Object({ used: Type.Integer({ minimum: 0 }), limit }, { description });
}

export const DashboardAccount = Type.Object(
  {
    user: ref(User),
    subscription: Type.Object({
      active: Type.Boolean({ description: 'Uploading a new PDF to a shelf needs one.' }),
      since: nullable(Timestamp),
    }),
    usage: Type.Object({
      createsThisHour: Type.Object(
        { used: Type.Integer({ minimum: 0 }), limit: Type.Integer() },
        { description: 'Shelves created within the last hour, as the limit counts them.' },
      ),
      storageBytes: quota('PDFs, files of versions and drafts, and archives of all shelves.'),
      shelves: quota('Shelves that there are.'),
      pages: quota('Pages that were worked on this month (UTC), those of shelves deleted since included.'),
      runs: quota('Shelves that are in work at once.'),
    }),
    languages: Type.Array(Type.String(), { description: 'Installed languages, for the field `language` of uploads.' }),
    createdAt: Timestamp,
  },
  {
    $id: 'DashboardAccount',
    examples: [
      {
        user: { id: 'usr_0123456789abcdef01234567', name: 'Ada Lovelace', email: 'ada@example.com' },
        subscription: { active: false, since: null },
        usage: {
          createsThisHour: { used: 2, limit: 10 },
          storageBytes: { used: 48211, limit: null },
          shelves: { used: 2, limit: null },
          pages: { used: 31, limit: 1000 },
          runs: { used: 0, limit: 10 },
        },
        languages: ['eng', 'deu'],
        createdAt: '2026-01-02T03:04:05.678Z',
      },
    ],
  },
);
export type DashboardAccount = Static<typeof DashboardAccount>;

export const DeleteAccountBody = Type.Object(
  { email: Type.String({ pattern: TEXT, maxLength: 254, description: 'The address of the account, typed again.' }) },
  { examples: [{ email: 'ada@example.com' }] },
);

export const ShelfRun = Type.Object(
  {
    requestId: nullable(
      Type.String({ description: 'Of the request that began the latest work; its log lines carry it.' }),
    ),
    temporalUrl: nullable(
      Type.String({ description: "The run in Temporal's UI; null where the service does not link to that UI." }),
    ),
  },
  {
    $id: 'ShelfRun',
    examples: [
      {
        requestId: 'req_0123456789abcdef01234567',
        temporalUrl: 'https://temporal.example/namespaces/default/workflows/shelf%2Fshf_0123456789abcdef01234567%2F1',
      },
    ],
  },
);
export type ShelfRun = Static<typeof ShelfRun>;

const KeyId = Type.String({
  pattern: '^key_[0-9a-f]{24}$',
  description: 'publicId of the key.',
  examples: ['key_0123456789abcdef01234567'],
});
export const KeyParams = Type.Object({ id: KeyId });

const scope = Type.Enum([...KEY_SCOPES], {
  description: 'A key with `read` is refused every request that changes something, with 403.',
});

const shown = {
  publicId: KeyId,
  name: Type.String(),
  prefix: Type.String({ description: 'The part of the key that may be shown.' }),
  scope,
  createdAt: Timestamp,
  lastUsedAt: nullable(
    Type.String({ format: 'date-time', description: 'Exact to a minute; null before its first use.' }),
  ),
  expiresAt: nullable(Type.String({ format: 'date-time', description: 'Null for a key that does not expire.' })),
};
const example = {
  publicId: 'key_0123456789abcdef01234567',
  name: 'Nightly import',
  prefix: 'sk_live_8f3k',
  scope: 'write',
  createdAt: '2026-01-02T03:04:05.678Z',
  lastUsedAt: null,
  expiresAt: null,
};

export const ApiKey = Type.Object(shown, {
  $id: 'ApiKey',
  description: 'A key without its secret.',
  examples: [example],
});
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyList = Type.Object(
  { data: Type.Array(ref(ApiKey)), pagination: ref(Pagination) },
  { $id: 'ApiKeyList', description: 'Newest first; revoked keys are not listed.', examples: [listExample(ApiKey)] },
);
export type ApiKeyList = Static<typeof ApiKeyList>;

export const CreatedApiKey = Type.Object(
  {
    ...shown,
    key: Type.String({ pattern: '^sk_live_', description: 'The whole key. It is shown this once.' }),
  },
  { $id: 'CreatedApiKey', examples: [{ ...example, key: 'sk_live_8f3k...' }] },
);
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const ApiKeyBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[^\\x00-\\x1f\\x7f]*[^\\s][^\\x00-\\x1f\\x7f]*$',
      examples: ['Nightly import'],
    }),
    expiresAt: Type.Optional(
      nullable(Type.String({ format: 'date-time', description: 'A time to come. Default: the key does not expire.' })),
    ),
    scope: Type.Optional(
      // with a type, so that a value that is no text is distinguished from a text that is no scope
      Type.Unsafe<KeyScope>(
        Type.String({
          enum: [...KEY_SCOPES],
          default: 'write',
          description: '`read` for agents and reports that change nothing.',
        }),
      ),
    ),
  },
  { examples: [{ name: 'Nightly import', expiresAt: null, scope: 'write' }] },
);
export type ApiKeyBody = Static<typeof ApiKeyBody>;
