/** That the password is wanted again: requests wait here until a person has entered it, or will not. */
type Waiting = (entered: boolean) => void;

let waiting: Waiting[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** Asks for the password; whether it was entered. Requests that ask at once share one dialog. */
export function askPassword(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    changed();
  });
}

/** Answers all that wait. */
export function answerPassword(entered: boolean): void {
  const answered = waiting;
  waiting = [];
  for (const answer of answered) answer(entered);
  changed();
}

/** For `useSyncExternalStore`: whether somebody waits. */
export const isPasswordWanted = (): boolean => waiting.length > 0;

export function onPasswordWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
