/**
 * Jest loads every module anew for each test file, into a context of the file's own, and has V8 compile it each time; that
 * was a third of what loading took. Here a module's second compilation in a worker process takes what V8 made of the first.
 * Its text is compared, so a module that was written anew in the meantime is compiled anew.
 *
 * It stands in front of `node:vm`, from where jest-runtime takes what it compiles with at each use.
 */
import vm from 'node:vm';

/** By file: its text and V8's data. The text is one for all files' contexts, which each would keep one of their own. */
const known = new Map();

function knownOf(name, code) {
  const entry = known.get(name);
  return entry?.code === code ? entry : undefined;
}

const { compileFunction, SourceTextModule } = vm;

/** Compiles a CommonJS module. */
vm.compileFunction = (code, params, options = {}) => {
  const { filename } = options;
  if (filename === undefined) return compileFunction(code, params, options);
  const entry = knownOf(filename, code);
  if (entry) return compileFunction(entry.code, params, { ...options, cachedData: entry.data });
  const compiled = compileFunction(code, params, { ...options, produceCachedData: true });
  known.set(filename, { code, data: compiled.cachedData });
  return compiled;
};

/** Compiles an ES module; jest names it by its URL or path. */
vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    const entry = knownOf(options.identifier, code);
    super(entry?.code ?? code, { ...options, ...(entry && { cachedData: entry.data }) });
    if (!entry) known.set(options.identifier, { code, data: this.createCachedData() });
  }
};
