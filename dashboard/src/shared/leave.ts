import { paths } from './paths.js';
import { forgetTyped } from './typed-texts.js';

/** After the session's end: nothing of the account stays in the browser. */
export function leave(): void {
  forgetTyped();
  window.location.assign(paths.signIn());
}
