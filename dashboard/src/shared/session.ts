/** Who is signed in. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DashboardAccount } from '../../../contract/dashboard.js';
import { requestJson } from './client.js';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => requestJson<DashboardAccount>('/v1/dashboard/account', { signal }),
  staleTime: 60_000,
});

export const useAccount = () => useQuery(accountQuery);
