/**
 * Where to go after signing in, of what an address asks for: a page of this service, else null. Anybody can write such an
 * address, and `//host`, `/\host` or `/<tab>/host` lead elsewhere: what the browser makes of it decides, not its text.
 */
export function ownAddress(next: string | null, origin: string): string | null {
  const url = next?.startsWith('/') ? URL.parse(next, origin) : null;
  if (url?.origin !== origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
