/**
 * Makes text from documents storable in Postgres: neither text nor jsonb can hold NUL, and jsonb cannot hold a lone
 * surrogate. Both become U+FFFD.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** The same for all strings in a JSON value, except the names of members. */
export function storableJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'string' ? storableText(member) : member,
  ) as T;
}
