/** How V8 and Node are set for the engine, before any of it runs. */
import { setFlagsFromString } from 'node:v8';

const FIRST_WITH_MAGLEV = 24;
const MAJOR = Number(process.versions.node.split('.', 1)[0]);

/** For a process that does nothing but the engine's work. */
export function prepareProcess(): void {
  // the engine has hundreds of regular expressions, with classes of Unicode, that V8 would compile once for its interpreter
  // and then again; the cache holds none of them, and is taken only under the flags that it was made with
  setFlagsFromString('--no-regexp-tier-up');
  // TurboFan compiles once more what Maglev has compiled, on threads of its own: a fifth of the processor time of a book of
  // 1,000 pages, more of a short document, for code that is hardly faster. Jobs that work on pixels turn it on. Node 22 has
  // no Maglev
  if (MAJOR >= FIRST_WITH_MAGLEV) setFlagsFromString('--no-turbofan');
  // a scavenge takes about a millisecond: where other processes work, waking threads for it takes longer
  setFlagsFromString('--no-parallel-scavenge');
  // Node loads all that it has for the network when something looks whether there is a `Response`, as pdf.js does
  Reflect.deleteProperty(globalThis, 'Response');
}
