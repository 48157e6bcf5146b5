import { Suspense, useSyncExternalStore } from 'react';
import { isPasswordWanted, onPasswordWanted } from '../shared/password-request.js';
import { lazyPart } from '../shared/reload-once.js';

const PasswordForm = lazyPart(() => import('./PasswordForm.js'));

/** Asks for the password wherever a request needs it entered a short time ago; the request then goes on. */
export function PasswordDialog() {
  const wanted = useSyncExternalStore(onPasswordWanted, isPasswordWanted);
  return wanted ? (
    <Suspense fallback={null}>
      <PasswordForm />
    </Suspense>
  ) : null;
}
