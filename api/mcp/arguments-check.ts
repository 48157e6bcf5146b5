/** Checks arguments, and says of each fault which argument it is about and what to do. */
import type { jsonSchemaValidator } from '@modelcontextprotocol/server';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

interface Fault {
  keyword: string;
  instancePath: string;
  message: string;
}

/** For the SDK, which lists the schema and leaves the check to the tool: its own words name no code and no next step. */
export const UNCHECKED: jsonSchemaValidator = {
  getValidator: () => (given: unknown) => ({ valid: true, data: given as never, errorMessage: undefined }),
};

/** A function that says what is wrong with arguments; null when they are valid. */
export function argumentsCheck(schema: TSchema): (given: unknown) => string | null {
  const compiled = Compile(schema);
  return (given) => {
    const [isValid, faults] = compiled.Errors(given);
    return isValid ? null : faults.filter(isNamed).map(describe).join('; ');
  };
}

/** An unknown argument has a fault of its own, beside that of the whole. */
const isNamed = ({ keyword }: Fault) => keyword !== 'additionalProperties';

function describe({ keyword, instancePath, message }: Fault): string {
  if (keyword === 'boolean') return `unknown argument ${instancePath.slice(1)}`;
  return instancePath === '' ? message : `${instancePath.slice(1)} ${message}`;
}
