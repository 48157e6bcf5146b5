/** The environment variables of embedded servers, of tests and of tools. */
import { Type, type Static } from 'typebox';
import { count, text } from './variables.js';

const port = (what: string) =>
  Type.Integer({ minimum: 1, maximum: 65_535, description: `${what}. Default: a free one.` });

/** What `npm start` reads in addition: where embedded servers come from and which ports they take. */
export const localEnvironment = Type.Object({
  WORKERS: count('Worker processes of npm start; they share the processors unless ENGINE_PROCESSES is set.', 2, {
    maximum: 8,
  }),
  TEMPORAL_BINARY: Type.Optional(
    text("Temporal's command-line tool, instead of a found, downloaded or built one.", {
      examples: ['/usr/local/bin/temporal'],
    }),
  ),
  MINIO_BINARY: Type.Optional(
    text('MinIO server, instead of a found or built one.', { examples: ['/usr/local/bin/minio'] }),
  ),
  TEMPORAL_TEST_SERVER: Type.Optional(
    text('Time-skipping test server (tests only), instead of a downloaded one.', {
      examples: ['/opt/temporal-test-server'],
    }),
  ),
  TEMPORAL_SERVER: Type.Optional(
    text(
      'Temporal server as in production (npm run test:cluster only), with `sql` beside it, instead of a built one.',
      {
        examples: ['/opt/temporal/server'],
      },
    ),
  ),
  PG_DUMP: Type.Optional(
    text('pg_dump with pg_restore beside it (backups), instead of a found or installed one.', {
      examples: ['/usr/lib/postgresql/18/bin/pg_dump'],
    }),
  ),
  POSTGRES_PORT: Type.Optional(port('Port of the embedded PostgreSQL')),
  TEMPORAL_PORT: Type.Optional(port('Port of the embedded Temporal frontend')),
  TEMPORAL_UI_PORT: Type.Optional(port('Port of the embedded Temporal UI')),
  S3_PORT: Type.Optional(port('Port of the embedded object store')),
  S3_FILTER_PORT: Type.Optional(port('Port of the filter before it, which clients reach')),
});

export type LocalEnvironment = Static<typeof localEnvironment>;
