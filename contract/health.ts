import { Type, type Static } from 'typebox';

export const Alive = Type.Object({ status: Type.Literal('ok') }, { $id: 'Alive', examples: [{ status: 'ok' }] });

/** `unavailable` occurs only in the `details` of a 503. */
const Dependency = Type.Enum(['ok', 'unavailable']);

export const Readiness = Type.Object(
  {
    status: Type.Literal('ok'),
    dependencies: Type.Object({ postgres: Dependency, temporal: Dependency, s3: Dependency }),
  },
  {
    $id: 'Readiness',
    examples: [{ status: 'ok', dependencies: { postgres: 'ok', temporal: 'ok', s3: 'ok' } }],
  },
);
export type Readiness = Static<typeof Readiness>;
