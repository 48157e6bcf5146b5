/**
 * Makes dist/engine.snapshot: see worker/engine-snapshot.ts. Run by the build as
 * `node --snapshot-blob dist/engine.snapshot --build-snapshot scripts/snapshot-engine.cjs ROOT document.pdf ...`
 *
 * What is in the heap when this script has ended is what each engine process starts with. `require` gives no more than
 * Node's own modules here; the bundle gets one for packages, too, in each process anew.
 */
const { lstatSync, readFileSync } = require('node:fs');
const paths = require('node:path');
const { pathToFileURL } = require('node:url');
const { startupSnapshot } = require('node:v8');
const { Script } = require('node:vm');

const [root, ...documents] = process.argv.slice(2);
const path = paths.join(root, 'dist/engine-bundle.cjs');
const child = paths.join(root, 'dist/worker/engine-child.js');
const wrapper = new Script(readFileSync(path, 'latin1'), { filename: path }).runInThisContext();
const bundle = { exports: {} };
/** Node's `createRequire`, in a process that has started from the snapshot. */
let createRequire = null;
const stubs = {};

/**
 * Node's own way to find a package asks whether its permission model is on, and keeps the answer, which would be no in each
 * process that starts from here. While the snapshot is made, packages are only looked for, and this finds them.
 */
function requireFrom(from) {
  let real = null;
  const current = () => createRequire && (real ??= createRequire(from));
  const resolve = (name) => current()?.resolve(name) ?? paths.join(root, 'node_modules', name);
  const load = (name) => current()?.(name) ?? stubs[resolve(name)]?.exports ?? require(name);
  return Object.defineProperty(Object.assign(load, { resolve }), 'cache', { get: () => current()?.cache ?? stubs });
}

const modules = { createRequire: requireFrom };
const getBuiltinModule = process.getBuiltinModule.bind(process);
const isModules = (name) => name === 'node:module' || name === 'module';
process.getBuiltinModule = (name) => (isModules(name) ? modules : getBuiltinModule(name));
const requireOfPackages = requireFrom(path);
const requireIn = (name) => (isModules(name) ? modules : requireOfPackages(name));

/** What pdf.js adds functions to that V8 lacks. */
const builtIns = [Array, ArrayBuffer, Iterator, Map, Math, Object, Promise, RegExp, Set, String, Uint8Array, WeakMap];
const owners = builtIns.flatMap((builtIn) => (builtIn.prototype ? [builtIn, builtIn.prototype] : [builtIn]));
const keysAtStart = new Map(owners.map((owner) => [owner, new Set(Reflect.ownKeys(owner))]));

/** The functions that were added to them since: owner, key and property. */
function polyfills() {
  return owners.flatMap((owner) => {
    const added = Reflect.ownKeys(owner).filter((key) => !keysAtStart.get(owner).has(key));
    return added.map((key) => ({ owner, key, property: Object.getOwnPropertyDescriptor(owner, key) }));
  });
}

// as in prepareProcess, which the bundle brings: pdf.js looks for it, and Node's HTTP client can be in no snapshot
Reflect.deleteProperty(globalThis, 'Response');
wrapper(bundle, requireIn, pathToFileURL(path).href);
const { prepareProcess, serveJob, warmUp } = bundle.exports;

/** Whether the permission model refuses what it has to, if it is on. Of this call the half in JavaScript alone knows. */
function isRefused() {
  if (!process.execArgv.includes('--permission')) return true;
  try {
    lstatSync('/');
    return false;
  } catch (error) {
    return error.code === 'ERR_ACCESS_DENIED';
  }
}

prepareProcess();
warmUp(documents).then(() => {
  // Node may have them itself, but only once a snapshot is loaded: V8 does not survive two of a name
  const added = polyfills();
  for (const { owner, key } of added) delete owner[key];
  startupSnapshot.setDeserializeMainFunction(() => {
    // made for a path: what was moved since cannot start from it
    if (process.argv[1] !== child || !isRefused()) process.exit(1);
    for (const { owner, key, property } of added)
      if (!Object.hasOwn(owner, key)) Object.defineProperty(owner, key, property);
    process.getBuiltinModule = getBuiltinModule;
    createRequire = (from) => getBuiltinModule('node:module').createRequire(from);
    prepareProcess();
    void serveJob();
  });
});
