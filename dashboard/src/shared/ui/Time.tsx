import { formatAge, formatTime } from '../format.js';

/** A time in the viewer's zone, UTC on hover; by `age` how long ago it was. */
export function Time({ iso, age = false }: { iso: string; age?: boolean }) {
  return (
    <time dateTime={iso} title={`${iso.slice(0, 19).replace('T', ' ')} UTC`}>
      {age ? formatAge(iso) : formatTime(iso)}
    </time>
  );
}
