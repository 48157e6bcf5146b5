/**
 * The engine and pdf.js as one script, which the build makes beside the compiled sources, with V8's code cache for it.
 *
 * Starting a process from modules takes three times as long: each of them has to be found, read and linked. And the cache
 * that Node keeps for modules holds what ran as they were loaded, while this one is made after whole documents were
 * converted: the functions that a document needs are compiled already. A stack trace names functions as they are in the
 * sources, and lines of the bundle.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';
import type * as code from './engine-code.js';
import { prepareProcess } from './prepare-process.js';

export type EngineCode = typeof code;

/** Packages are resolved from here. */
const BUNDLE_URL = new URL('../engine-bundle.cjs', import.meta.url);
const BUNDLE = fileURLToPath(BUNDLE_URL);
const CACHE = fileURLToPath(new URL('../engine-bundle.cache', import.meta.url));

/** What the bundle is wrapped in: `engineUrl` stands where the modules have `import.meta.url`. */
type Wrapper = (module: { exports: unknown }, require: NodeJS.Require, engineUrl: string) => void;

/** The bundle, compiled, for a process that does nothing but the engine's work. V8 refuses a cache made by another version of Node; then all is compiled again. */
export function compileEngine(): Script {
  prepareProcess();
  return new Script(readFileSync(BUNDLE, 'latin1'), {
    filename: BUNDLE,
    ...(existsSync(CACHE) ? { cachedData: readFileSync(CACHE) } : {}),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

/** Runs the bundle. Each call gives an engine of its own. */
export function loadEngine(script = compileEngine()): EngineCode {
  const module = { exports: {} };
  (script.runInThisContext() as Wrapper)(module, createRequire(BUNDLE_URL), BUNDLE_URL.href);
  return module.exports as EngineCode;
}

/** Stores the code of all functions that have run until now. */
export function writeCodeCache(script: Script): void {
  writeFileSync(CACHE, script.createCachedData());
}
