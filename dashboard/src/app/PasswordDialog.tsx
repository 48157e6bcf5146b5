import { useSyncExternalStore } from 'react';
import { answerPassword, isPasswordWanted, onPasswordWanted } from '../shared/password-request.js';
import { lazyDialog } from '../shared/ui/lazy-dialog.js';

const PasswordForm = lazyDialog(() => import('./PasswordForm.js'));

const refuse = () => answerPassword(false);

/** Asks for the password when a request needs a recent one; the request then continues. */
export function PasswordDialog() {
  const wanted = useSyncExternalStore(onPasswordWanted, isPasswordWanted);
  return wanted ? <PasswordForm onClose={refuse} /> : null;
}
