import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { STAGES } from '../../engine/pipeline.js';

/** One file each, with one import (or access) that its zone forbids, or allows. */
const FORBIDDEN = {
  'contract/vocabulary.ts': "import { a } from './errors.js';",
  'contract/errors.ts': "import { a } from '../infra/config.js';",
  'engine/from-bench.ts': "import { a } from '../bench/measure.js';",
  'engine/from-infra.ts': "import { a } from '../infra/config.js';",
  'engine/lines/from-api.ts': "import { a } from '../../api/app.js';",
  'engine/lines/from-contract.ts': "import { a } from '../../contract/shelves.js';",
  'engine/lines/from-version.ts': "import { a } from '../../contract/version.js';",
  'engine/lines/from-dashboard.ts': "import { a } from '../../dashboard/src/shared/format.js';",
  'engine/lines/from-pipeline.ts': "import { a } from '../pipeline.js';",
  'engine/from-stage.ts': "import { a } from './lines/stage.js';",
  'engine/from-version.ts': "import { a } from '../contract/version.js';",
  'engine/read/from-node-modules-of-ours.ts': "import { a } from '../../contract/shelves.js';",
  'entities/from-api.ts': "import { a } from '../api/app.js';",
  'entities/queries/from-engine.ts': "import { a } from '../../engine/index.js';",
  'infra/from-worker.ts': "import { a } from '../worker/main.js';",
  'workflows/from-entities.ts': "import { a } from '../entities/shelf.js';",
  'workflows/from-engine.ts': "import { a } from '../engine/readable.js';",
  'workflows/from-node.ts': "import { a } from 'node:fs';",
  'workflows/from-package.ts': "import { a } from 'minio';",
  'workflows/from-client.ts': "import { a } from '@temporalio/client';",
  'activities/from-api.ts': "import { a } from '../api/app.js';",
  'activities/from-workflow.ts': "import { a } from '../workflows/shelf.js';",
  'api/from-worker.ts': "import { a } from '../worker/main.js';",
  'api/routes/from-engine.ts': "import { a } from '../../engine/index.js';",
  'api/from-workflow.ts': "import { a } from '../workflows/shelf.js';",
  'reading/from-infra.ts': "import { a } from '../infra/config.js';",
  'reading/from-engine.ts': "import { a } from '../engine/index.js';",
  'engine/from-reading.ts': "import { a } from '../reading/search.js';",
  'worker/from-bench.ts': "import { a } from '../bench/measure.js';",
  'admin/from-api.ts': "import { a } from '../api/gates.js';",
  'admin/from-local.ts': "import { a } from '../local/servers.js';",
  'local/from-admin.ts': "import { a } from '../admin/commands.js';",
  'clients/typescript/src/from-contract.ts': "import type { a } from '../../../contract/vocabulary.js';",
  'clients/typescript/src/from-node.ts': "import { a } from 'node:fs';",
  'clients/typescript/src/from-package.ts': "import { a } from 'typebox';",
  'dashboard/src/shared/from-feature.ts': "import { a } from '../features/shelf/tree.js';",
  'dashboard/src/features/shelf/sideways.ts': "import { a } from '../review/operations.js';",
  'dashboard/src/features/shelf/from-app.ts': "import { a } from '../../app/App.js';",
  'dashboard/src/features/shelf/from-api.ts': "import { a } from '../../../../api/gates.js';",
  'worker/environment.ts': 'const a = process.env.HOME;',
};
const ALLOWED = {
  'engine/vocabulary.ts': "import { a } from '../contract/vocabulary.js';",
  'engine/pipeline.ts': "import { a } from './lines/stage.js';",
  'engine/lines/vocabulary.ts': "import { a } from '../../contract/vocabulary.js';",
  'infra/config.ts': 'const a = process.env.HOME;',
  'workflows/types.ts': "import type { a } from '../activities/index.js';",
  'workflows/tally.ts': "import { a } from '../engine/page-tally.js';",
  'workflows/sdk.ts': "import { a } from '@temporalio/workflow';",
  'activities/messages.ts': "import { a } from '../workflows/messages.js';",
  'reading/files.ts': "import { a } from '../engine/files/anchors.js';",
  'reading/edit.ts': "import { a } from '../engine/edit/edit.js';",
  'api/reading.ts': "import { a } from '../reading/search.js';",
  'admin/connection.ts': "import { a } from '../local/connection.js';",
  'clients/typescript/src/node.ts': "import { a } from 'node:fs';",
  'dashboard/src/features/shelf/contract.ts': "import type { a } from '../../../../contract/shelf.js';",
  'clients/typescript/src/own.ts': "import { a } from './errors.js';",
  'api/messages.ts': "import { a } from '../workflows/messages.js';",
  'api/starts.ts': "import { a } from '../workflows/starts.js';",
};

/** A file in each stage's folder for each folder that it may not reach, and for each that it may. */
const FOLDERS: string[] = STAGES.map(({ folder }) => folder);
const stageFiles = (folder: string, reached: readonly string[], as: string): [path: string, line: string][] =>
  reached.map((other) => [`engine/${folder}/${as}-${other}.ts`, `import type { a } from '../${other}/stage.js';`]);
const STAGE_FAULTS = new Map([
  ...FOLDERS.map((folder, at) => [folder, stageFiles(folder, [...FOLDERS.slice(at + 1), 'edit'], 'from')] as const),
  ...['text', 'tables', 'markdown'].map((folder) => [folder, stageFiles(folder, FOLDERS, 'from')] as const),
]);
const STAGE_IMPORTS = new Map(
  FOLDERS.map((folder, at) => [
    folder,
    stageFiles(folder, [...FOLDERS.slice(0, at), 'text', 'tables', 'markdown'], 'uses'),
  ]),
);

const AWAITS = "const a = await import('node:fs');";
const LOADED = 'infra/awaits.ts';
const PROGRAM = 'api/main.ts';

type Diagnostic = { code: string; filename: string };

const root = process.cwd();
let folder = '';
let found: Diagnostic[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-lint-'));
  for (const file of ['.oxlintrc.json', 'scripts/lint-rules.mjs']) cpSync(join(root, file), join(folder, file));
  const stages = [...STAGE_FAULTS.values(), ...STAGE_IMPORTS.values()].flat();
  const awaiting = { [LOADED]: AWAITS, [PROGRAM]: AWAITS };
  for (const [path, line] of [...Object.entries({ ...FORBIDDEN, ...ALLOWED, ...awaiting }), ...stages]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const use = line.startsWith('import type') ? 'export type Used = a;' : 'export const used = () => a;';
    writeFileSync(join(folder, path), `${line}\n${use}\n`);
  }
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['-f', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  found = (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const zoneFaults = (path: string) =>
  found.filter(({ filename, code }) => filename.endsWith(path) && /no-restricted-imports|no-process-env/.test(code));

test.each(Object.keys(FORBIDDEN))('lint refuses what %s may not reach', (path) => {
  expect(zoneFaults(path)).toHaveLength(1);
});

test.each(Object.keys(ALLOWED))('lint lets %s reach what it may', (path) => {
  expect(zoneFaults(path)).toEqual([]);
});

const withFaults = (files: readonly [path: string, line: string][]): string[] =>
  files.map(([path]) => path).filter((path) => zoneFaults(path).length > 0);

test.each([...STAGE_FAULTS])('lint refuses an import of a later stage in engine/%s', (_, files) => {
  expect(withFaults(files)).toEqual(files.map(([path]) => path));
});

test.each([...STAGE_IMPORTS])('lint lets engine/%s import earlier stages and what all share', (_, files) => {
  expect(withFaults(files)).toEqual([]);
});

test('lint lets programs await while they are loaded, and no module that others import', () => {
  const awaiting = found.filter(({ code }) => code.includes('no-top-level-await'));
  expect(awaiting.map(({ filename }) => filename.slice(filename.lastIndexOf('/') + 1))).toEqual(['awaits.ts']);
});
