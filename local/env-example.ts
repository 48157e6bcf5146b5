/** Writes `.env.example` from the configuration's schema: `npm run env-example`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expected } from '../infra/read-variables.js';
import { serviceEnvironment, setupEnvironment } from '../infra/environment.js';
import { localEnvironment } from '../infra/local-environment.js';
import type { VariableSchema } from '../infra/variables.js';

/** The file's text: every variable with what it is for, what it may be and its default. */
export function envExample(): string {
  return [
    '# Configuration. Copy to .env and take the # away where a value is to differ. `npm start` needs none of it: it sets',
    '# up what is missing. `npm run env-example` writes this file from infra/config.ts.',
    '',
    '# --- api and worker ---',
    ...describe(serviceEnvironment.properties),
    '',
    '# --- set-up of an installation only (local/setup.ts) ---',
    ...describe(setupEnvironment.properties),
    '',
    '# --- npm start and npm test only: embedded servers ---',
    ...describe(localEnvironment.properties),
    '',
  ].join('\n');
}

function describe(properties: Record<string, VariableSchema>): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const value = schema.default ?? schema.examples?.[0] ?? '';
    const what = schema.enum || schema.type === 'integer' ? ` (${expected(schema)})` : '';
    return ['', `# ${schema.description}${what}`, `#${name}=${value}`];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(join(import.meta.dirname, '../../.env.example'), envExample());
}
