/**
 * V8's code of each module for the test files that a process runs later: jest compiles all modules anew for each file,
 * which is a third of the time that loading takes.
 */
import vm from 'node:vm';

/** By path: the source and what V8 has made of it. */
const known = new Map();

/** Options for compiling `code` with what is known of it. V8 itself compares no more than the length of the source. */
function withCode(code, path, options) {
  const one = known.get(path);
  return one?.code === code ? { ...options, cachedData: one.data } : null;
}

/** Has node:vm, by which jest compiles, do without compiling what this process has compiled before. */
export function cacheCode() {
  const { compileFunction, SourceTextModule } = vm;
  vm.compileFunction = (code, parameters, options = {}) => {
    const { filename } = options;
    if (filename === undefined) return compileFunction(code, parameters, options);
    const using = withCode(code, filename, options);
    if (using) return compileFunction(code, parameters, using);
    const compiled = compileFunction(code, parameters, { ...options, produceCachedData: true });
    known.set(filename, { code, data: compiled.cachedData });
    return compiled;
  };
  vm.SourceTextModule = class extends SourceTextModule {
    constructor(code, options = {}) {
      const { identifier } = options;
      const using = identifier === undefined ? null : withCode(code, identifier, options);
      super(code, using ?? options);
      if (identifier !== undefined && !using) known.set(identifier, { code, data: this.createCachedData() });
    }
  };
}
