/**
 * V8's compile cache for engine processes: compiling pdf.js takes a third of their start. The build fills the folder
 * beside the compiled sources; a process adds what is missing when it exits, if the folder is writable.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../compile-cache', import.meta.url));

/** Enables the cache for all modules loaded from now on. A folder that cannot be used is ignored. */
export function useCompileCache(): void {
  enableCompileCache(FOLDER);
}
