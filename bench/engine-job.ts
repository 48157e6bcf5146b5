/** The engine as the service runs it: a process that starts from V8's snapshot and gets a job on stdin. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bodyOf } from '../engine/index.js';
import type { MadeTree } from '../engine/shelf.js';
import { ENGINE_DEFAULTS } from '../infra/engine-environment.js';
import { heapArguments } from '../worker/engine-launch.js';
import type { EngineJob } from '../worker/engine-protocol.js';
import { ENGINE_ENVIRONMENT } from '../worker/sandbox/confinement.js';
import { textOf } from './convert-with.js';
import type { Tool } from './tools.js';

/** As the service has it unless it is told otherwise. */
export const MEMORY_BYTES = ENGINE_DEFAULTS.memoryMib * 1024 * 1024;

const ENVIRONMENT = Object.entries(ENGINE_ENVIRONMENT).map(([name, value]) => `${name}=${value}`);
/** `$0` is the file of the job; the process's events have a descriptor of their own. */
const WITH_JOB = 'exec "$@" <"$0" 3>/dev/null';

/**
 * The tool, without the isolation that the service puts around the process; null where the build has no snapshot.
 * @param dist of a built checkout
 */
export function snapshotTool(name: string, dist: string): Tool | null {
  const snapshot = join(dist, 'engine.snapshot');
  if (!existsSync(snapshot)) return null;
  const child = join(dist, 'worker/engine-child.js');
  const command = (jobPath: string): string[] => [
    '/bin/sh',
    '-c',
    WITH_JOB,
    jobPath,
    ...['/usr/bin/env', '-i', ...ENVIRONMENT],
    process.execPath,
    ...heapArguments(MEMORY_BYTES),
    `--snapshot-blob=${snapshot}`,
    child,
  ];
  return {
    name,
    convert(pdf, out) {
      const jobPath = `${out}.job`;
      writeFileSync(jobPath, JSON.stringify(jobOf(pdf, `${out}.tree`)));
      return command(jobPath);
    },
    finish(out) {
      const tree = JSON.parse(gunzipSync(readFileSync(`${out}.tree`)).toString()) as MadeTree;
      writeFileSync(out, textOf(tree, bodyOf));
      for (const ending of ['job', 'tree']) rmSync(`${out}.${ending}`);
    },
    start: command('/dev/null'),
  };
}

function jobOf(pdfPath: string, outPath: string): EngineJob {
  const bytes = readFileSync(pdfPath);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const source = { fileName: basename(pdfPath), sha256, sizeBytes: bytes.length };
  const options = { template: null, source, policy: 'best_effort' } as const;
  return { kind: 'convert', pdfPath, maxPages: Number.MAX_SAFE_INTEGER, options, outPath };
}
