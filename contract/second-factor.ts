/** The second factor of an account: an authenticator app. For sessions only. */
import { Type, type Static } from 'typebox';
import { TEXT } from './auth.js';
import { nullable, Timestamp } from './common.js';

const CODES_EXAMPLE = ['3f9a-0c1d-77b2-41e8-90ab', '18d0-5e6f-a2c4-b913-77de'];

/** A code of the app or one of the recovery codes. */
const SecondFactorCode = Type.String({
  pattern: TEXT,
  maxLength: 100,
  description: 'Six digits of the authenticator app, or a recovery code.',
  examples: ['123456'],
});

export const SecondFactorState = Type.Object(
  {
    enabled: Type.Boolean(),
    since: nullable(Timestamp),
    recoveryCodesLeft: Type.Integer({ minimum: 0, description: 'Those that were not used.' }),
  },
  { $id: 'SecondFactor', examples: [{ enabled: true, since: '2026-01-02T03:04:05.678Z', recoveryCodesLeft: 10 }] },
);
export type SecondFactorState = Static<typeof SecondFactorState>;

export const SecondFactorSetUp = Type.Object(
  {
    secret: Type.String({ description: 'In base32, to be typed into the app. It is shown this once.' }),
    uri: Type.String({ description: 'The same for a QR code.' }),
  },
  {
    $id: 'SecondFactorSetUp',
    examples: [
      {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Shelfwright:ada%40example.com?issuer=Shelfwright&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
      },
    ],
  },
);
export type SecondFactorSetUp = Static<typeof SecondFactorSetUp>;

export const RecoveryCodes = Type.Object(
  { recoveryCodes: Type.Array(Type.String(), { description: 'Each is good once. They are shown this once.' }) },
  { $id: 'RecoveryCodes', examples: [{ recoveryCodes: CODES_EXAMPLE }] },
);
export type RecoveryCodes = Static<typeof RecoveryCodes>;

export const SecondFactorBody = Type.Object({ code: SecondFactorCode }, { examples: [{ code: '123456' }] });
