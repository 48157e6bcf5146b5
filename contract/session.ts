/** The sessions of an account and its password; for sessions only. */
import { Type, type Static } from 'typebox';
import { Password, PASSWORD_EXAMPLE, TEXT } from './auth.js';
import { listExample, nullable, Pagination, ref, Timestamp } from './common.js';

const ID_EXAMPLE = '5f0c1c8e-3f6b-4c1e-9a53-2f6d8f3b7a10';
const SessionId = Type.String({ format: 'uuid', description: 'Of the session.', examples: [ID_EXAMPLE] });

export const SessionParams = Type.Object({ id: SessionId });

export const ActiveSession = Type.Object(
  {
    id: SessionId,
    current: Type.Boolean({ description: 'The session that asks.' }),
    createdAt: Timestamp,
    lastUsedAt: Type.String({ format: 'date-time', description: 'Exact to a minute.' }),
    expiresAt: Timestamp,
    userAgent: nullable(Type.String({ description: 'What the browser called itself when it was last used, cut.' })),
    network: nullable(Type.String({ description: 'Where it was last used from: an IPv4 /24 or an IPv6 /48.' })),
  },
  {
    $id: 'ActiveSession',
    examples: [
      {
        id: ID_EXAMPLE,
        current: true,
        createdAt: '2026-01-02T03:04:05.678Z',
        lastUsedAt: '2026-01-03T08:00:00.000Z',
        expiresAt: '2026-01-04T08:00:00.000Z',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        network: '203.0.113.0/24',
      },
    ],
  },
);
export type ActiveSession = Static<typeof ActiveSession>;

export const ActiveSessionList = Type.Object(
  { data: Type.Array(ref(ActiveSession)), pagination: ref(Pagination) },
  { $id: 'ActiveSessionList', description: 'Last used first.', examples: [listExample(ActiveSession)] },
);
export type ActiveSessionList = Static<typeof ActiveSessionList>;

export const NewPasswordBody = Type.Object({ password: Password }, { examples: [{ password: PASSWORD_EXAMPLE }] });

export const ConfirmBody = Type.Object(
  { password: Type.String({ pattern: TEXT, maxLength: 128, examples: [PASSWORD_EXAMPLE] }) },
  { examples: [{ password: PASSWORD_EXAMPLE }] },
);
