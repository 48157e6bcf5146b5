/** What pages of the web app may load and run. */

/** Stands in dashboard/index.html as built (dashboard/vite.config.ts), and is replaced in every reply. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * The content security policy: scripts of this origin only, none inline; styles that scripts add need the page's nonce.
 * pdf.js decodes some pictures by WebAssembly; `blob:` are pages that it has drawn.
 */
export function contentPolicy(nonce?: string): string {
  const styles = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src ${styles}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
