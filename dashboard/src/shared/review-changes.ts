/** Changes of reviews that are on their way to the service. They continue after their screen has been left. */
import { type QueryClient, useIsMutating } from '@tanstack/react-query';

const ALL = ['pending operations'];

/** The key of mutations that save changes of a shelf's review. */
export const changesKey = (shelf: string): string[] => [...ALL, shelf];

/** Whether a change of this shelf's review is not saved yet, whichever screen made it. */
export const useIsChanging = (shelf: string): boolean => useIsMutating({ mutationKey: changesKey(shelf) }) > 0;

/** Of all reviews: what leaving the page would lose. */
export const countChanges = (queryClient: QueryClient): number => queryClient.isMutating({ mutationKey: ALL });

/** Has the browser ask before the page is left while changes are not saved. */
export function guardChanges(queryClient: QueryClient): void {
  window.addEventListener('beforeunload', (event) => {
    if (countChanges(queryClient) > 0) event.preventDefault();
  });
}
