/** Query key of the account's sessions. */
export const SESSIONS = ['sessions'] as const;
