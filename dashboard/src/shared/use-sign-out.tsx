import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiError } from './client.js';
import { formatCount } from './format.js';
import { leave } from './leave.js';
import { countTyped } from './typed-texts.js';
import { LazyConfirm } from './ui/LazyConfirm.js';

/** A session that has ended before is as good: the browser must keep no more of the account. */
async function endSession(): Promise<void> {
  try {
    await api.signOut();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}

/** Signing out, which takes typed texts along: where there are any it asks first. `question` is that dialog. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const [atStake, setAtStake] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      queryClient.clear();
      leave();
    },
  });
  const signOut = () => {
    const count = countTyped();
    setAtStake(count);
    if (count === 0) mutate();
  };
  const question =
    atStake === 0 ? null : (
      <LazyConfirm
        title="Sign out"
        text={`What you typed into ${formatCount(atStake, 'file')} has not been kept. Signing out loses it.`}
        action="Sign out anyway"
        busy={isPending}
        error={error}
        onClose={() => setAtStake(0)}
        onDone={() => mutate()}
      />
    );
  return { signOut, question, isPending, error };
}
