import { Type, type Static } from 'typebox';

export const Alive = Type.Object({ status: Type.Literal('ok') }, { $id: 'Alive', examples: [{ status: 'ok' }] });

export const Readiness = Type.Object(
  {
    status: Type.Enum(['ok', 'unavailable']),
    dependencies: Type.Object({
      postgres: Type.Enum(['ok', 'unavailable']),
      temporal: Type.Enum(['ok', 'unavailable']),
      s3: Type.Enum(['ok', 'unavailable']),
    }),
  },
  {
    $id: 'Readiness',
    description: 'Says which dependency cannot be reached.',
    examples: [{ status: 'unavailable', dependencies: { postgres: 'ok', temporal: 'unavailable', s3: 'ok' } }],
  },
);
export type Readiness = Static<typeof Readiness>;
