/** Checks arguments, and says of each fault which argument it is about and what to do. */
import type { JsonSchemaType, jsonSchemaValidator, JsonSchemaValidator } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
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

const validators = new AjvJsonSchemaValidator();

/** The SDK's own check, compiled when it is first needed: many processes that offer the tools answer no call of them. */
export const CHECKED_LATE: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    let check: JsonSchemaValidator<T> | undefined;
    return (given) => (check ??= validators.getValidator<T>(schema))(given);
  },
};

/** A function that says what is wrong with arguments; null when they are valid. */
export function argumentsCheck(schema: TSchema): (given: unknown) => string | null {
  let compiled: ReturnType<typeof Compile> | undefined;
  return (given) => {
    compiled ??= Compile(schema);
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
