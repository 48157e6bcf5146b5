/** Run by the build: loads what engine processes load, so that the compile cache holds it. */
import { useCompileCache } from './compile-cache.js';

useCompileCache();
await import('../engine/read/document.js');
await import('../engine/document.js');
