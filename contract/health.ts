import { Type, type Static } from 'typebox';

export const Alive = Type.Object({ status: Type.Literal('ok') }, { $id: 'Alive', examples: [{ status: 'ok' }] });

/** `unavailable` occurs only in the `details` of a 503. */
const Dependency = Type.Enum(['ok', 'unavailable']);

const Queue = Type.Enum(['ok', 'idle', 'unknown']);

export const Readiness = Type.Object(
  {
    status: Type.Literal('ok'),
    dependencies: Type.Object({ postgres: Dependency, temporal: Dependency, s3: Dependency }),
    queues: Type.Record(Type.String(), Queue, {
      description:
        'Whether workers poll each task queue: `idle` where none does (for a queue of long work this shows after five minutes), `unknown` where Temporal has not answered.',
    }),
  },
  {
    $id: 'Readiness',
    examples: [
      {
        status: 'ok',
        dependencies: { postgres: 'ok', temporal: 'ok', s3: 'ok' },
        queues: { shelves: 'ok', documents: 'ok', 'documents-small': 'ok', pages: 'ok', deliveries: 'idle' },
      },
    ],
  },
);
export type Readiness = Static<typeof Readiness>;
