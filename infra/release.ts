/** The release that this code is, as package.json says it: of the service, and so of its engine. */
export const RELEASE = '0.5.0';

/** The longest that a version of a release may be where it is stored. */
const MAX_LENGTH = 64;
const SEMANTIC_VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

/** Whether it is the version of a release ("0.5.0", "1.0.0-rc.1"). */
export const isRelease = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_LENGTH && SEMANTIC_VERSION.test(value);
