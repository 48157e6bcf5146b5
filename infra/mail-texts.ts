/** The texts of all e-mails, in plain text. */

interface Text {
  subject: string;
  body: string;
}

const lines = (...all: string[]) => [...all, ''].join('\n');

/** @param minutes how long the code is valid */
export function codeMail(code: string, minutes: number): Text {
  return {
    subject: 'Your Shelfwright code',
    body: lines(
      `Your code is ${code}`,
      '',
      `It is good for ${minutes} minutes. If you did not ask for an account, ignore this message.`,
    ),
  };
}

export function knownMail(publicUrl: string): Text {
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
export function resetMail(code: string, minutes: number): Text {
  return {
    subject: 'Your Shelfwright code for a new password',
    body: lines(
      `Your code is ${code}`,
      '',
      `It is good for ${minutes} minutes. If you did not ask for a new password, ignore this message: nothing has changed.`,
    ),
  };
}

export function unknownMail(publicUrl: string): Text {
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
export function disabledMail(webhook: { publicId: string; url: string }, reason: 'gone' | 'failing'): Text {
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
