import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiError } from './client.js';
import { formatCount } from './format.js';
import { leave } from './leave.js';
import { countChanges } from './review-changes.js';
import { countTyped } from './typed-texts.js';
import { LazyConfirm } from './ui/LazyConfirm.js';

/** A session that has already ended counts as success: the browser must not keep anything of the account. */
async function endSession(): Promise<void> {
  try {
    await api.signOut();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}

interface AtStake {
  typed: number;
  changes: number;
}

function lossOf({ typed, changes }: AtStake): string {
  const losses = [
    ...(typed > 0 ? [`What you typed into ${formatCount(typed, 'file')} has not been saved.`] : []),
    ...(changes > 0 ? [`Not saved yet: ${formatCount(changes, 'change')} of a review.`] : []),
  ];
  return `${losses.join(' ')} Signing out loses ${typed + changes > 1 ? 'them' : 'it'}.`;
}

/** Signing out, which takes typed texts and changes along: where there are any it asks first. `question` is that dialog. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const [atStake, setAtStake] = useState<AtStake | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      queryClient.clear();
      leave();
    },
  });
  const signOut = () => {
    const found = { typed: countTyped(), changes: countChanges(queryClient) };
    const isNothing = found.typed + found.changes === 0;
    setAtStake(isNothing ? null : found);
    if (isNothing) mutate();
  };
  const question =
    atStake === null ? null : (
      <LazyConfirm
        title="Sign out"
        text={lossOf(atStake)}
        action="Sign out anyway"
        isPending={isPending}
        error={error}
        onClose={() => setAtStake(null)}
        onDone={() => mutate()}
      />
    );
  return { signOut, question, isPending, error };
}
