/** Changes of reviews that are on their way to the service. They go on after their screen has been left. */
import { type QueryClient, useIsMutating } from '@tanstack/react-query';

const ALL = ['pending operations'];

/** Of the mutations that keep changes of a shelf's review. */
export const changesKey = (shelf: string): string[] => [...ALL, shelf];

/** Whether a change of this shelf's review is not kept yet, whichever screen made it. */
export const useIsChanging = (shelf: string): boolean => useIsMutating({ mutationKey: changesKey(shelf) }) > 0;

/** Of all reviews: what leaving the page would lose. */
export const countChanges = (queryClient: QueryClient): number => queryClient.isMutating({ mutationKey: ALL });

/** Has the browser ask before the page is left while changes are not kept. */
export function guardChanges(queryClient: QueryClient): void {
  window.addEventListener('beforeunload', (event) => {
    if (countChanges(queryClient) > 0) event.preventDefault();
  });
}
