/** Checks arguments and says of each fault which argument it is about: the SDK's validator does not name an unknown one. */
import type { jsonSchemaValidator } from '@modelcontextprotocol/server';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

interface Fault {
  keyword: string;
  instancePath: string;
  message: string;
}

export const NAMING_VALIDATOR: jsonSchemaValidator = {
  getValidator(schema) {
    const compiled = Compile(schema as TSchema);
    return <T>(given: unknown) => {
      const [isValid, faults] = compiled.Errors(given);
      return isValid
        ? { valid: true, data: given as T, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: faults.filter(isNamed).map(describe).join('; ') };
    };
  },
};

/** An unknown argument has a fault of its own, beside that of the whole. */
const isNamed = ({ keyword }: Fault) => keyword !== 'additionalProperties';

function describe({ keyword, instancePath, message }: Fault): string {
  if (keyword === 'boolean') return `unknown argument ${instancePath.slice(1)}`;
  return instancePath === '' ? message : `${instancePath.slice(1)} ${message}`;
}
