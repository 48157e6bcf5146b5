/**
 * Jest's environment for Node, in a worker process that ends at once when it has nothing more to do. Node would give back
 * half a gigabyte of contexts piece by piece first, which on a busy machine takes longer than the half second after which
 * jest ends a worker by force. What a test leaves open keeps its worker alive all the same, and is told of.
 *
 * Its context is an ordinary one: the one that jest makes asks a Proxy for each global that code uses, and a loop over the
 * pixels of a page, which calls Math and little else, took six times as long.
 *
 * It also notes the processor time of its file, for times-reporter.mjs.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import vm from 'node:vm';

// jest's own, of the version that jest brings along
const require = createRequire(createRequire(import.meta.resolve('jest')).resolve('jest-cli'));
const { TestEnvironment } = require('jest-environment-node');

const OWN_STAT = '/proc/self/stat';
/** Linux counts it in hundredths, whatever the kernel's own clock does. */
const TICKS_PER_SECOND = 100;
/** Of utime, stime, cutime and cstime in proc(5), behind the program's name, which may contain anything. */
const TIMES = [11, 15];

const endAtOnce = (code) => process.exit(code);

/** Seconds of processor time of this process and of those it has started that have ended; where the kernel tells. */
function processorSeconds() {
  if (!existsSync(OWN_STAT)) return process.cpuUsage().user / 1e6;
  const stat = readFileSync(OWN_STAT, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(...TIMES).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

const { createContext } = vm;
const createOrdinaryContext = () => createContext(vm.constants.DONT_CONTEXTIFY);

export default class QuickEnd extends TestEnvironment {
  #begun = processorSeconds();
  #file;

  constructor(config, context) {
    vm.createContext = createOrdinaryContext;
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    this.#file = relative(config.projectConfig.rootDir, context.testPath);
  }

  async teardown() {
    await super.teardown();
    this.#note();
    if (!process.send) return; // jest's own process, which has a reporter to hear
    process.off('exit', endAtOnce); // behind those of this file
    process.on('exit', endAtOnce);
  }

  /** Files of one process run one after another, so what was added is this one's. */
  #note() {
    const folder = process.env.SHELFWRIGHT_TEST_TIMES;
    if (folder === undefined || !existsSync(folder)) return;
    const seconds = processorSeconds() - this.#begun;
    const path = join(folder, randomUUID());
    writeFileSync(path, JSON.stringify({ file: this.#file, seconds }));
    renameSync(path, `${path}.json`); // the reporter reads none that is half written
  }
}
