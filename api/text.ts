/** Cuts a text to `maxLength` characters as PostgreSQL counts them: code points, so that none is cut in half. */
export function cutText(text: string, maxLength: number): string {
  return Array.from(text).slice(0, maxLength).join('');
}
