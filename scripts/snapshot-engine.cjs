/**
 * Makes dist/engine.snapshot: see worker/engine-snapshot.ts. Run by the build as
 * `node --snapshot-blob dist/engine.snapshot --build-snapshot scripts/snapshot-engine.cjs ROOT document.pdf ...`
 *
 * What is in the heap when this script has ended is what each engine process starts with. `require` gives no more than
 * Node's own modules here; the bundle gets one for packages, too, in each process anew.
 */
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { startupSnapshot } = require('node:v8');
const { Script } = require('node:vm');

const [root, ...documents] = process.argv.slice(2);
const path = join(root, 'dist/engine-bundle.cjs');
const child = join(root, 'dist/worker/engine-child.js');
const wrapper = new Script(readFileSync(path, 'latin1'), { filename: path }).runInThisContext();
let requireOfPackages = createRequire(path);
const bundle = { exports: {} };
wrapper(bundle, (name) => requireOfPackages(name), pathToFileURL(path).href);
const { prepareProcess, serveJob, warmUp } = bundle.exports;

prepareProcess();
warmUp(documents).then(() => {
  // made for a path: what was moved since cannot start from it
  requireOfPackages = null;
  // pdf.js brings a function that this Node has itself, but adds to its own only once a snapshot is loaded
  const polyfill = Promise.try;
  delete Promise.try;
  startupSnapshot.setDeserializeMainFunction(() => {
    if (process.argv[1] !== child) process.exit(1);
    Promise.try = polyfill;
    requireOfPackages = process.getBuiltinModule('node:module').createRequire(path);
    prepareProcess();
    void serveJob();
  });
});
