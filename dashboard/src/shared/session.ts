/** Who is signed in. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client.js';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => api.getAccount({ signal }),
  staleTime: 60_000,
});

export const useAccount = () => useQuery(accountQuery);
