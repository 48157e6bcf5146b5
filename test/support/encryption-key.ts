/** `ENCRYPTION_KEYS` of processes under test. */
export const TEST_ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
