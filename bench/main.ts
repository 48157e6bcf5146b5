/** `npm run bench`: one part after its name. docs/benchmark.md says what is measured and how to read it. */
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { agentSession, BOOK } from './agent/session.js';
import { compareApi } from './api.js';
import { TEMPLATES } from '../contract/vocabulary.js';
import { benchDecisions } from './decisions/decisions.js';
import { documentFolder, documentsIn, STRESS } from './documents.js';
import { compareEngines } from './engine.js';
import { learn, type Subject } from './learned/learn.js';
import { runMutants } from './mutants.js';
import { compareStarts } from './process-start.js';
import { scoreReal } from './real/real.js';
import { benchSearch } from './search.js';
import { stress } from './stress.js';
import { endSharedServers, shareServers } from '../test/support/shared-servers.js';
import { compareServices } from './services.js';
import { engineTools, findPeers } from './tools.js';
import { OptionError, positive, exitWithUsage } from './usage.js';
import { compareWorkers } from './workers.js';

const USAGE = `npm run bench -- engine [--documents DIR] [--only a,b] [--rounds N] [--base DIR] [--python PATH] [--out DIR] [--no-peers] [--no-stress]
npm run bench -- decisions [--documents DIR] [--out FILE] [--base FILE] [--template T] [--cache DIR]
npm run bench -- real [--documents DIR] [--only facts,tables] [--details] [--no-peers] [--python PATH] [--out DIR]
npm run bench -- headings|furniture [--documents DIR,DIR] [--cache DIR] [--python PATH] [--out FILE]
npm run bench -- mutants [--count N] [--seed N]
npm run bench -- api [--rounds N] [--seconds N] [--only shelf,file]
npm run bench -- workers [--rounds N]
npm run bench -- services BEFORE AFTER [--rounds N]
npm run bench -- starts [--rounds N]
npm run bench -- search [--shelves N] [--files N] [--passages N] [--rounds N]
npm run bench -- agent [--book FILE]`;

const WORK = join(tmpdir(), 'shelfwright-bench');
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const progress = (line: string): void => void process.stderr.write(`${line}\n`);

const OPTIONS = {
  documents: { type: 'string' },
  only: { type: 'string', default: '' },
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '5' },
  python: { type: 'string', default: 'python3' },
  out: { type: 'string' },
  base: { type: 'string' },
  template: { type: 'string' },
  cache: { type: 'string', default: join(WORK, 'pages') },
  peers: { type: 'boolean', default: true },
  stress: { type: 'boolean', default: true },
  details: { type: 'boolean', default: false },
  count: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  shelves: { type: 'string', default: '1000' },
  passages: { type: 'string', default: '4' },
  files: { type: 'string', default: '50' },
  book: { type: 'string', default: BOOK },
} as const;

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, allowNegative: true, options: OPTIONS });
  } catch (error) {
    return exitWithUsage(USAGE, error);
  }
}

const { values, positionals } = readArguments();

async function engine(): Promise<void> {
  const { python, base, out = WORK } = values;
  const rounds = positive(values.rounds, '--rounds');
  mkdirSync(out, { recursive: true });
  const set = documentsIn(values.documents, only());
  const tools = [...engineTools(base), ...(values.peers ? findPeers(python, say) : [])];
  await compareEngines({ set, tools, rounds, out, python, say });
  if (!values.stress) return;
  if (existsSync(STRESS)) await stress({ path: STRESS, rounds, out, say });
  else say(`\n${STRESS} is not there: the long document is left out`);
}

/** The names of `--only`. */
function only(): string[] {
  return values.only.split(',').filter(Boolean);
}

async function decisions(): Promise<void> {
  const { documents, out, base, cache } = values;
  if (!out && !base) throw new OptionError('--out FILE stores the decisions, --base FILE compares with stored ones');
  const template = values.template ? TEMPLATES.find((one) => one === values.template) : null;
  if (template === undefined) throw new OptionError(`--template is one of ${TEMPLATES.join(', ')}`);
  const folder = documentFolder(documents);
  await benchDecisions({ documents: folder, out, base, cache, template, say, progress });
}

async function real(): Promise<void> {
  const { documents, out = join(WORK, 'real'), cache, python, details } = values;
  const peers = values.peers ? findPeers(python, say) : [];
  const corpus = documentFolder(documents);
  await scoreReal({ corpus, out, cache, python, peers, only: only(), details, say, progress });
}

async function learned(subject: Subject): Promise<void> {
  const { documents, out, cache, python } = values;
  const folders = (documents?.split(',') ?? [undefined]).map(documentFolder);
  await learn({ subject, folders, out, cache, python, say, progress });
}

/** Servers of the run, as the tests share them. */
async function withServers(work: () => Promise<void>): Promise<void> {
  await shareServers();
  try {
    await work();
  } finally {
    await endSharedServers();
  }
}

const parts: Record<string, () => Promise<void>> = {
  engine,
  decisions,
  real,
  headings: () => learned('headings'),
  furniture: () => learned('furniture'),
  api: () => {
    const [rounds, seconds] = [positive(values.rounds, '--rounds'), positive(values.seconds, '--seconds')];
    return withServers(() => compareApi({ rounds, seconds, only: only(), say }));
  },
  workers: () => compareWorkers({ rounds: positive(values.rounds, '--rounds'), say }),
  services: () => {
    const [, before, after] = positionals;
    if (!before || !after) throw new OptionError('services BEFORE AFTER: the data folders of two services that run');
    return compareServices([before, after], { rounds: positive(values.rounds, '--rounds'), say });
  },
  starts: async () => compareStarts({ rounds: positive(values.rounds, '--rounds'), say }),
  search: () => {
    const [shelves, files] = [positive(values.shelves, '--shelves'), positive(values.files, '--files')];
    const [passages, rounds] = [positive(values.passages, '--passages'), positive(values.rounds, '--rounds')];
    return withServers(() => benchSearch({ shelves, files, passages, rounds, say }));
  },
  agent: async () => {
    process.exitCode = (await agentSession({ book: values.book, say })) ? 0 : 1;
  },
  mutants: async () => {
    const request = { count: positive(values.count, '--count'), seed: positive(values.seed, '--seed'), say };
    process.exitCode = (await runMutants(request)) ? 0 : 1;
  },
};

const part = parts[positionals[0] ?? 'engine'];
try {
  if (!part)
    throw new OptionError(`there is no part ${positionals[0]}; the parts are ${Object.keys(parts).join(', ')}`);
  await part();
} catch (error) {
  exitWithUsage(USAGE, error);
}
