/**
 * What Postgres takes of text that comes out of a document: neither text nor jsonb can hold NUL, and jsonb no half of a
 * surrogate pair. Both become U+FFFD.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** The same for all strings in a JSON value, names of members aside. */
export function storableJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'string' ? storableText(member) : member,
  ) as T;
}
