/** `npm run client`: generates the TypeScript client anew from the snapshot of `/openapi.json`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from './document.js';
import { generateClient } from './generate.js';

const ROOT = join(import.meta.dirname, '../../../..');
const SNAPSHOT = join(ROOT, 'test/api/openapi.snapshot.json');
const TARGET = join(ROOT, 'clients/typescript/src/generated.ts');

const document = JSON.parse(readFileSync(SNAPSHOT, 'utf8')) as OpenApiDocument;
writeFileSync(TARGET, await generateClient(document, ROOT));
