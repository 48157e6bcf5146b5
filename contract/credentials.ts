/** Temporary credentials of the object store. */
import { Type, type Static } from 'typebox';
import { defaulted, SHELF_ID_PATTERN, Timestamp } from './common.js';

const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
const MIN_TTL_SECONDS = 60;
const MAX_TTL_SECONDS = 86_400;

export const CredentialsParams = Type.Object({
  id: Type.String({
    pattern: `${SHELF_ID_PATTERN}|${UUID_PATTERN}`,
    description: 'publicId or UUID of the shelf.',
    examples: ['shf_0123456789abcdef01234567'],
  }),
});

export const CredentialsQuery = defaulted({
  ttl: Type.Integer({
    minimum: MIN_TTL_SECONDS,
    maximum: MAX_TTL_SECONDS,
    default: 3600,
    description:
      'Seconds for which the credentials work; `expiresAt` may be earlier where the object store allows less.',
    examples: [3600],
  }),
});

export const Credentials = Type.Object(
  {
    accessKeyId: Type.String(),
    secretAccessKey: Type.String(),
    sessionToken: Type.String({ description: 'To be sent with every request.' }),
    expiresAt: Timestamp,
    endpoint: Type.String({ format: 'uri', description: 'S3 endpoint; address the bucket by path.' }),
    region: Type.String(),
    bucket: Type.String(),
    prefix: Type.String({
      description: "Of the keys of the current version's files, with a slash at the end. Nothing else can be read.",
    }),
  },
  {
    $id: 'Credentials',
    description: 'They list and get the files of one version.',
    examples: [
      {
        accessKeyId: '0123456789ABCDEF0123',
        secretAccessKey: '0123456789abcdef0123456789abcdef01234567',
        sessionToken: 'eyJhbGciOiJIUzUxMiJ9.e30.0123',
        expiresAt: '2026-01-02T04:04:05.000Z',
        endpoint: 'https://s3.example.com',
        region: 'us-east-1',
        bucket: 'shelfwright',
        prefix:
          'users/usr_0123456789abcdef01234567/shelves/shf_0123456789abcdef01234567/files/ver_0123456789abcdef01234567/',
      },
    ],
  },
);
export type Credentials = Static<typeof Credentials>;
