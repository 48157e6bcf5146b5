/** Lines of files: how the API counts them, and the query for a range of lines. */
import { Type, type Static } from 'typebox';

/** Most lines in one reply. */
export const MAX_LINES = 10_000;

export const LineNumber = Type.Integer({
  minimum: 1,
  description:
    'Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well.',
  examples: [18],
});

export const LineQuery = Type.Partial(
  Type.Object({
    offset: Type.Integer({
      minimum: 1,
      description:
        'The first line to read, counted from 1: the `line` of a search result as it stands. Default 1. Past the end the body is empty.',
      examples: [1],
    }),
    limit: Type.Integer({
      minimum: 1,
      maximum: MAX_LINES,
      description: 'Maximum number of lines; default: to the end of the file.',
      examples: [200],
    }),
  }),
);
export type LineQuery = Static<typeof LineQuery>;
