/** Wrong options of a benchmark's command: told with the usage, and without a stack. */

/** An option that makes no sense; the message is for the user. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** The exit code for wrong options. */
const WRONG_OPTIONS = 2;

/** Ends the process with the reason and the usage where `error` is of the options; throws it where it is not. */
export function exitWithUsage(usage: string, error: unknown): never {
  if (!isOfOptions(error)) throw error;
  process.stderr.write(`${error.message}\n\n${usage}\n`);
  process.exit(WRONG_OPTIONS);
}

function isOfOptions(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof OptionError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'));
}

/** @throws OptionError unless the value is a whole number from 1 on; `option` is its name with the hyphens. */
export function positive(value: string, option: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new OptionError(`${option} is a whole number from 1 on`);
  return number;
}
