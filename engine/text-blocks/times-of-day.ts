/** Entries of an agenda or a timetable, each of which begins with a time of day. */
import type { LinePair } from './line-pair.js';

/** "6:30", "9.00 am", "7 pm". */
const BEGINS_WITH_TIME = /^(?:[01]?\d|2[0-3])(?::[0-5]\d\b|(?:\.[0-5]\d)?\s?[ap]\.?m\b)/i;
/** What a line ends in above the other end of its time, or another time in its sentence. */
const GOES_ON = /[-–—,]$|(?:^|\s)(?:to|and|or|at|from|until|till|bis|und|a|à)$/i;

/** The paragraph and the line below begin with a time, and the line above has ended. */
export const isNextTime = ({ paragraph: { lines }, above, below }: LinePair): boolean =>
  BEGINS_WITH_TIME.test(lines[0]?.text ?? '') && BEGINS_WITH_TIME.test(below.text) && !GOES_ON.test(above.text);
