/** Run by the build: converts the documents named as arguments, so that the code cache holds what documents need. */
import { compileEngine, loadEngine, writeCodeCache } from './engine-bundle.js';

const script = compileEngine();
await loadEngine(script).warmUp(process.argv.slice(2));
writeCodeCache(script);
