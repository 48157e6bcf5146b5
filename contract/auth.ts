import { Type, type Static } from 'typebox';
import { nullable, Timestamp } from './common.js';

/** Longest e-mail address that mail systems carry (RFC 5321). */
const EMAIL_MAX_LENGTH = 254;

const Email = Type.String({
  format: 'email',
  minLength: 3,
  maxLength: EMAIL_MAX_LENGTH,
  examples: ['ada@example.com'],
});

export const RegisterBody = Type.Object({
  email: Email,
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', examples: ['Ada Lovelace'] }),
  password: Type.String({ minLength: 8, maxLength: 128, examples: ['correct horse battery'] }),
});
export type RegisterBody = Static<typeof RegisterBody>;

export const Registered = Type.Object(
  { message: Type.String() },
  { $id: 'Registered', description: 'The same whether or not the address is known.' },
);

export type Registered = Static<typeof Registered>;

/** Without patterns: whatever is wrong with a code or its address, the answer is the same. */
export const VerifyEmailBody = Type.Object({
  email: Type.String({ maxLength: EMAIL_MAX_LENGTH, examples: ['ada@example.com'] }),
  code: Type.String({ maxLength: 100, description: 'Six digits.', examples: ['123456'] }),
});
export type VerifyEmailBody = Static<typeof VerifyEmailBody>;

export const Verified = Type.Object(
  {
    user: Type.Object({
      id: Type.String({ pattern: '^usr_[0-9a-f]{24}$' }),
      name: Type.String(),
      email: Type.String(),
    }),
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
