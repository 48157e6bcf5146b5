import { Type, type Static } from 'typebox';
import { nullable, ref, Timestamp } from './common.js';

/** Longest e-mail address that mail systems carry (RFC 5321). */
const EMAIL_MAX_LENGTH = 254;

const EMAIL_EXAMPLE = 'ada@example.com';
export const PASSWORD_EXAMPLE = 'correct horse battery';
const CODE_EXAMPLE = '123456';

const Email = Type.String({
  format: 'email',
  minLength: 3,
  maxLength: EMAIL_MAX_LENGTH,
  examples: [EMAIL_EXAMPLE],
});

/** Without NUL, which cannot be stored. */
export const TEXT = '^[^\\x00]*$';

export const Password = Type.String({ pattern: TEXT, minLength: 8, maxLength: 128, examples: [PASSWORD_EXAMPLE] });

/** For existing addresses, codes and passwords: whatever is wrong with them, the answer is the same. */
const KnownEmail = Type.String({ pattern: TEXT, maxLength: EMAIL_MAX_LENGTH, examples: [EMAIL_EXAMPLE] });
const Code = Type.String({ pattern: TEXT, maxLength: 100, description: 'Six digits.', examples: [CODE_EXAMPLE] });

export const RegisterBody = Type.Object(
  {
    email: Email,
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\x00]*\\S[^\\x00]*$', examples: ['Ada Lovelace'] }),
    password: Password,
  },
  { examples: [{ email: EMAIL_EXAMPLE, name: 'Ada Lovelace', password: PASSWORD_EXAMPLE }] },
);
export type RegisterBody = Static<typeof RegisterBody>;

export const Registered = Type.Object(
  { message: Type.String() },
  {
    $id: 'Registered',
    description: 'The same whether or not the address is known.',
    examples: [{ message: 'Check your inbox: a message with the next step is on its way.' }],
  },
);

export type Registered = Static<typeof Registered>;

export const VerifyEmailBody = Type.Object(
  {
    email: KnownEmail,
    code: Code,
    password: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'The password that was registered. If it is given, the code of somebody else who registered the same address is refused.',
      }),
    ),
  },
  { examples: [{ email: EMAIL_EXAMPLE, code: CODE_EXAMPLE }] },
);
export type VerifyEmailBody = Static<typeof VerifyEmailBody>;

export const User = Type.Object(
  {
    id: Type.String({ pattern: '^usr_[0-9a-f]{24}$' }),
    name: Type.String(),
    email: Type.String(),
  },
  { $id: 'User', examples: [{ id: 'usr_0123456789abcdef01234567', name: 'Ada Lovelace', email: EMAIL_EXAMPLE }] },
);
export type User = Static<typeof User>;

export const Verified = Type.Object(
  {
    user: ref(User),
    apiKey: Type.Object({
      key: Type.String({ pattern: '^sk_live_', description: 'The whole key. It is shown this once.' }),
      prefix: Type.String({ description: 'The part of the key that may be shown.' }),
      expiresAt: nullable(Timestamp),
    }),
  },
  {
    $id: 'Verified',
    examples: [
      {
        user: { id: 'usr_0123456789abcdef01234567', name: 'Ada Lovelace', email: 'ada@example.com' },
        apiKey: { key: 'sk_live_8f3k...', prefix: 'sk_live_8f3k', expiresAt: null },
      },
    ],
  },
);
export type Verified = Static<typeof Verified>;

export const LoginBody = Type.Object(
  {
    email: KnownEmail,
    password: Type.String({ pattern: TEXT, maxLength: 128, examples: [PASSWORD_EXAMPLE] }),
    code: Type.Optional(
      Type.String({
        pattern: TEXT,
        maxLength: 100,
        description: 'Of accounts with a second factor: six digits of the app, or a recovery code.',
        examples: [CODE_EXAMPLE],
      }),
    ),
  },
  { examples: [{ email: EMAIL_EXAMPLE, password: PASSWORD_EXAMPLE }] },
);
export type LoginBody = Static<typeof LoginBody>;

export const SignedIn = Type.Object(
  {
    user: ref(User),
    createdAt: Timestamp,
    expiresAt: Type.String({
      format: 'date-time',
      description: 'Moves on with use, up to 14 days after `createdAt` unless configured otherwise.',
    }),
  },
  {
    $id: 'Session',
    description: 'Who is signed in, and until when.',
    examples: [
      {
        user: { id: 'usr_0123456789abcdef01234567', name: 'Ada Lovelace', email: 'ada@example.com' },
        createdAt: '2026-01-02T03:04:05.678Z',
        expiresAt: '2026-01-03T03:04:05.678Z',
      },
    ],
  },
);
export type SignedIn = Static<typeof SignedIn>;

export const ForgotPasswordBody = Type.Object({ email: Email }, { examples: [{ email: EMAIL_EXAMPLE }] });
export type ForgotPasswordBody = Static<typeof ForgotPasswordBody>;

export const ResetPasswordBody = Type.Object(
  {
    email: KnownEmail,
    code: Code,
    password: Password,
    revokeKeys: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Revokes all API keys as well: somebody who knew the password may have created some.',
      }),
    ),
  },
  { examples: [{ email: EMAIL_EXAMPLE, code: CODE_EXAMPLE, password: PASSWORD_EXAMPLE }] },
);
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;
