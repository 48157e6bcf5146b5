/**
 * Compiled code of what engine processes load: to compile pdf.js anew is a third of a start. The build fills the folder
 * beside the compiled sources; where that may be written to, a process adds what is missing as it ends.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../compile-cache', import.meta.url));

/** For all modules that are loaded from now on. A folder that cannot be used is passed over. */
export function useCompileCache(): void {
  enableCompileCache(FOLDER);
}
