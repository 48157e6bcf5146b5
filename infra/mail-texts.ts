/** The texts of all e-mails, in plain text. */

export interface MailText {
  subject: string;
  body: string;
}

const lines = (...all: string[]) => [...all, ''].join('\n');

/** @param minutes how long the code is valid */
export function codeMail(code: string, minutes: number): MailText {
  return {
    subject: 'Your Shelfwright code',
    body: lines(
      `Your code is ${code}`,
      '',
      `It is good for ${minutes} minutes. If you did not ask for an account, ignore this message.`,
    ),
  };
}

export function knownMail(publicUrl: string): MailText {
  return {
    subject: 'You have a Shelfwright account already',
    body: lines(
      `Somebody, perhaps you, asked for an account at ${publicUrl} with this address. It has one already.`,
      '',
      'There is nothing to do. Your account, its password and its keys are as they were.',
    ),
  };
}

/** @param minutes how long the code is valid */
export function resetMail(code: string, minutes: number): MailText {
  return {
    subject: 'Your Shelfwright code for a new password',
    body: lines(
      `Your code is ${code}`,
      '',
      `It is good for ${minutes} minutes. If you did not ask for a new password, ignore this message: nothing has changed.`,
    ),
  };
}

export function unknownMail(publicUrl: string): MailText {
  return {
    subject: 'There is no Shelfwright account with this address',
    body: lines(
      `Somebody, perhaps you, asked for a new password at ${publicUrl} with this address. It has no account there.`,
      '',
      'If it was you, try the address that you registered with. If not, there is nothing to do.',
    ),
  };
}

/** Tells the owner of a webhook that it was disabled, and what to do. */
export function disabledMail(webhook: { publicId: string; url: string }, reason: 'gone' | 'failing'): MailText {
  const why = {
    gone: 'Its receiver answered 410 Gone, which says that it wants no more events.',
    failing: 'For five days every delivery to it has failed.',
  }[reason];
  return {
    subject: 'A webhook of yours has been disabled',
    body: lines(
      `Shelfwright has disabled the webhook ${webhook.publicId}, which sends events to ${new URL(webhook.url).origin}.`,
      '',
      why,
      '',
      `Events that happen from now on are kept as failed deliveries. When the receiver is well again, enable the webhook`,
      `(PATCH /v1/webhooks/${webhook.publicId} with {"enabled": true}), then send what was missed`,
      `(POST /v1/webhooks/${webhook.publicId}/recover with {"since": "..."}, at most 14 days back).`,
    ),
  };
}

/** Where something was done from, and when. Nothing of it is text that a client chooses. */
export interface Circumstances {
  at: Date;
  /** An IPv4 /24 or an IPv6 /48; null if unknown. */
  network: string | null;
  publicUrl: string;
}

function circumstances({ at, network }: Circumstances): string {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return network === null ? `Time: ${time}` : `Time: ${time}, network: ${network}`;
}

const notYou = ({ publicUrl }: Circumstances): string =>
  `If it was not you, ask for a new password at ${publicUrl} and have it revoke all keys and end all sessions.`;

/** @param prefix the part of the key that may be shown */
export function keyCreatedMail(prefix: string, where: Circumstances): MailText {
  return {
    subject: 'A new key of your Shelfwright account',
    body: lines(
      `Somebody who is signed in to your account has created an API key. It begins with ${prefix}`,
      circumstances(where),
      '',
      notYou(where),
    ),
  };
}

/** A webhook as mails name it: the rest of its URL may be secret. */
type NamedWebhook = { publicId: string; url: string };

const namesOf = (webhooks: readonly NamedWebhook[]): string[] =>
  webhooks.map(({ publicId, url }) => `  ${publicId}, to ${new URL(url).origin}`);

/** @param webhooks those whose URL the key has set */
export function keyRevokedMail(publicId: string, webhooks: readonly NamedWebhook[], where: Circumstances): MailText {
  return {
    subject: 'A key of your Shelfwright account was revoked, its webhooks were not',
    body: lines(
      `The API key ${publicId} of your account was revoked. Webhooks belong to the account, and stay.`,
      'Where these send events was set with that key:',
      ...namesOf(webhooks),
      'Delete those that you do not want.',
      circumstances(where),
      '',
      notYou(where),
    ),
  };
}

export function newPlaceMail(where: Circumstances): MailText {
  return {
    subject: 'Your Shelfwright account was signed in to from a new place',
    body: lines(
      'Somebody has signed in to your account with its password, from a network that was not used for it before.',
      circumstances(where),
      '',
      notYou(where),
    ),
  };
}

/** @param revoked the keys that were revoked with it, and webhooks whose URL a key has set; null where that was not asked for */
export function passwordChangedMail(
  revoked: { count: number; webhooks: readonly NamedWebhook[] } | null,
  where: Circumstances,
): MailText {
  const { count, webhooks } = revoked ?? { count: null, webhooks: [] };
  const left = ['Webhooks stay. Where these send events was set with a key:', ...namesOf(webhooks)];
  return {
    subject: 'The password of your Shelfwright account was changed',
    body: lines(
      'Your account has a new password, and its other sessions are over.',
      count === null ? 'Its API keys are as they were.' : `${count} API keys were revoked.`,
      ...(webhooks.length > 0 ? [...left, 'Delete those that you do not want.'] : []),
      circumstances(where),
      '',
      notYou(where),
    ),
  };
}

export function secondFactorMail(change: 'enabled' | 'disabled', where: Circumstances): MailText {
  return {
    subject: `The second factor of your Shelfwright account was ${change}`,
    body: lines(
      change === 'enabled'
        ? 'Signing in to your account now needs a code of an authenticator app besides the password.'
        : 'Signing in to your account no longer needs a code besides the password.',
      circumstances(where),
      '',
      notYou(where),
    ),
  };
}

/** Whoever enters codes knows the password. */
export function wrongCodesMail(where: Circumstances): MailText {
  return {
    subject: 'Wrong codes for your Shelfwright account',
    body: lines(
      'Somebody signs in to your account with its password and with wrong codes of the second factor.',
      circumstances(where),
      '',
      'Further codes from networks that you have not signed in from, with a code, are delayed.',
      notYou(where),
    ),
  };
}

export function accountDeletedMail(where: Circumstances): MailText {
  return {
    subject: 'Your Shelfwright account was deleted',
    body: lines(
      'Your account, its shelves, its keys and its webhooks are gone for good. Nothing more will be sent to you.',
      circumstances(where),
    ),
  };
}
