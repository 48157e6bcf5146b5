/** The texts of e-mails about accounts. */
import { CODE_MINUTES } from './codes.js';

interface Text {
  subject: string;
  body: string;
}

const lines = (...all: string[]) => [...all, ''].join('\n');

export function codeMail(code: string): Text {
  return {
    subject: 'Your Shelfwright code',
    body: lines(
      `Your code is ${code}`,
      '',
      `It is good for ${CODE_MINUTES} minutes. If you did not ask for an account, ignore this message.`,
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

export function resetMail(code: string): Text {
  return {
    subject: 'Your Shelfwright code for a new password',
    body: lines(
      `Your code is ${code}`,
      '',
      `It is good for ${CODE_MINUTES} minutes. If you did not ask for a new password, ignore this message: nothing has changed.`,
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
