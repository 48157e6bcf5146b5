/** The programs that are compared: one process for a document, which writes Markdown. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { heapArguments } from '../worker/engine-launch.js';
import { MEMORY_BYTES, snapshotTool } from './engine-job.js';

export interface Tool {
  name: string;
  /** The command that turns `pdf` into the file `out`. */
  convert(pdf: string, out: string): string[];
  /** Makes the file `out` of what the command has left, which is not timed. Throws where that is no document. */
  finish?(out: string): void;
  /** The same process without a document: its time is subtracted. */
  start: string[];
}

interface Peer {
  name: string;
  /** Python code that imports it. */
  load: string;
  /** Python code that converts the file sys.argv[1] to `text`. */
  convert: string;
}

const PEERS: Peer[] = [
  {
    name: 'pymupdf4llm',
    // its layout model, in a package of its own, is what gives it headings and tables
    load: 'import contextlib\nwith contextlib.suppress(ImportError):\n import pymupdf.layout\nimport pymupdf4llm',
    convert: 'text = pymupdf4llm.to_markdown(sys.argv[1], show_progress=False)',
  },
  { name: 'edgeparse', load: 'import edgeparse', convert: "text = edgeparse.convert(sys.argv[1], format='markdown')" },
  {
    name: 'pdf-inspector',
    load: 'import pdf_inspector',
    convert: "text = pdf_inspector.process_pdf(sys.argv[1]).markdown or ''",
  },
];
const INSTALL = 'pip install pymupdf4llm==1.28.2 pymupdf-layout==1.28.2 edgeparse==0.3.2 pdf-inspector==1.25.2';
const DIST = fileURLToPath(new URL('..', import.meta.url));
const ONE_PROCESS = 'bench/one-process.js';

export const OURS = 'shelfwright';

/** The engine's bundle in one process, without the isolation that the service puts around it. */
export const engineTool = (): Tool => bundleTool(OURS, DIST);

/**
 * The engine as its processes start in the service, and that of another build beside it. Both from the bundle where one of
 * them has no snapshot, so that the engines are compared and not their starts.
 * @param base a built checkout
 */
export function engineTools(base: string | undefined): Tool[] {
  const builds = [
    { name: OURS, dist: DIST },
    ...(base === undefined ? [] : [{ name: 'base', dist: join(resolve(base), 'dist') }]),
  ];
  const fromSnapshots = builds.flatMap(({ name, dist }) => snapshotTool(name, dist) ?? []);
  if (fromSnapshots.length === builds.length) return fromSnapshots;
  return builds.map(({ name, dist }) => bundleTool(name, dist));
}

function bundleTool(name: string, dist: string): Tool {
  const program = join(dist, ONE_PROCESS);
  const node = [process.execPath, ...heapArguments(MEMORY_BYTES), program];
  return { name, convert: (pdf, out) => [...node, pdf, out], start: node };
}

/** Peers that are installed for `python`; for the others a line tells how to install them. */
export function findPeers(python: string, say: (line: string) => void): Tool[] {
  return PEERS.flatMap(({ name, load, convert }) => {
    if (spawnSync(python, ['-c', load], { stdio: 'ignore' }).status !== 0) {
      say(`${name} is not installed for ${python} and is left out (${INSTALL})`);
      return [];
    }
    const program = `import sys\n${load}\n${convert}\nopen(sys.argv[2], 'w').write(text)`;
    return [{ name, convert: (pdf, out) => [python, '-c', program, pdf, out], start: [python, '-c', load] }];
  });
}
