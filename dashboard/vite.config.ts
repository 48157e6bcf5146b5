import { defineConfig } from 'vite';
import { NONCE_PLACEHOLDER } from '../api/web-app/policy.ts';

/** Libraries mark code for React's server, which we have none of; the bundler would print a warning for each file. */
const IGNORED_LOG = 'MODULE_LEVEL_DIRECTIVE';

/** For `npx vite dashboard`: a running service, which takes requests only from its own pages. */
const SERVICE = 'http://localhost:8080';

export default defineConfig({
  server: {
    proxy: { '^/(v1|api|docs|openapi.json|pdfjs)(/|$)': { target: SERVICE, headers: { origin: SERVICE } } },
  },
  root: import.meta.dirname,
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    outDir: '../dist/web-app',
    emptyOutDir: true,
    target: 'es2023',
    // light-dark(): what the bundler would put for older browsers needs a color-scheme in our own CSS, and gives no color
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    // data: URLs are refused by the page's policy
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      onLog: (level, log, report) => {
        if (log.code !== IGNORED_LOG) report(level, log);
      },
    },
    chunkSizeWarningLimit: 1200,
  },
});
