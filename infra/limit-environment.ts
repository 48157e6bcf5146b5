/** The environment variables of what one account, or one address, may ask for and use. */
import { Type } from 'typebox';
import { count } from './variables.js';

/** The quotas that hold in production where none is set. */
export const PRODUCTION_QUOTAS = { storageMib: 51_200, shelves: 10_000, pages: 100_000, runs: 50 };

/** Without one there is no limit, except in production, where `inProduction` holds. */
const quota = (what: string, inProduction: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      examples: [inProduction],
      description: `${what} Default: ${inProduction} in production, no limit elsewhere.`,
    }),
  );

export const limitVariables = {
  LIMIT_CREATES_PER_HOUR: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      examples: [10],
      description: 'POST /v1/shelves per account and hour. Default: 10 in production, 1000 elsewhere.',
    }),
  ),
  LIMIT_READS_PER_MINUTE: count('Authenticated reads per account and minute.', 120),
  LIMIT_WRITES_PER_MINUTE: count('Authenticated writes per account and minute.', 20),
  LIMIT_PICTURES_PER_MINUTE: count('Pictures of pages drawn per account and minute; stored ones do not count.', 60),
  PICTURES_MIB: count('MiB of drawn pages stored for each account; then the oldest are removed.', 1_024, {
    minimum: 32,
    maximum: 1_000_000_000,
  }),
  LIMIT_PINGS_PER_MINUTE: count(
    'Test events, first or sent again, per account, host and minute; twelve times as many per host in all.',
    5,
  ),
  LIMIT_STREAMS: count('Event streams open at once per account and api process.', 10),
  LIMIT_AUTH_PER_15_MINUTES: count(
    'Requests to the auth routes per IP address and 15 minutes; five times as many per /24 or /48, twice as many per /56. As many passwords per account and /24 or /48; five times as many per account and hour from all of these in which nobody has signed in to it.',
    10,
  ),
  QUOTA_STORAGE_MIB: quota('MiB an account may store: PDFs, versions, archives.', PRODUCTION_QUOTAS.storageMib),
  QUOTA_SHELVES: quota('Shelves an account may have.', PRODUCTION_QUOTAS.shelves),
  QUOTA_PAGES_PER_MONTH: quota('Pages an account may have worked on in a month (UTC).', PRODUCTION_QUOTAS.pages),
  QUOTA_RUNS: quota('Shelves of an account that may be in work at once.', PRODUCTION_QUOTAS.runs),
};
