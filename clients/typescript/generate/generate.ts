/** Generates `src/generated.ts` of the client from the service's OpenAPI document. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import type { OpenApiDocument } from './document.js';
import { operationCode } from './operations.js';
import { declarationOf } from './types.js';

const HEAD = `/**
 * The service's schemas and operations, made from its OpenAPI document by \`npm run client\`: do not edit.
 * What a generator cannot know is in the files beside this one.
 */
import type { CallOptions, Operation } from './operation.js';
`;

/** The generated file's text, formatted as the repository formats its code; `root` is the repository's folder. */
export async function generateClient(document: OpenApiDocument, root: string): Promise<string> {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) =>
    declarationOf(name === 'Error' ? 'ErrorBody' : name, schema),
  );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationCode(method, path, operation)),
  );
  const text = `${HEAD}
${schemas.join('\n')}
${operations
  .map(({ request }) => request)
  .filter(Boolean)
  .join('\n')}
/** Every operation of the service, by its \`operationId\`. */
export const OPERATIONS = {
${operations.map(({ entry }) => entry).join('\n')}
} as const satisfies Record<string, Operation>;

/** A method for each operation. */
export abstract class GeneratedApi {
  /** Sends a request and reads its reply as the operation says; rejects with \`ApiError\` or \`NoAnswerError\`. */
  protected abstract send<T>(operation: Operation, request: object, options?: CallOptions): Promise<T>;

${operations.map(({ method }) => method).join('\n\n')}
}
`;
  const config = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig & {
    ignorePatterns?: unknown;
  };
  delete config.ignorePatterns;
  const { code, errors } = await format('generated.ts', text, config);
  if (errors.length > 0) throw new Error(`the generated code is no TypeScript: ${JSON.stringify(errors[0])}`);
  return code;
}
