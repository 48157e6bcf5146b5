/** The list of shelves: its filters and sorts. And what of a shelf can be changed. */
import { Type, type Static, type TObject } from 'typebox';
import { PAGE, strict } from './common.js';
import { NAME_MAX_LENGTH, Tags } from './shelf.js';
import { SHELF_SORTS, SHELF_STATUSES, TAG_MAX_LENGTH, TEMPLATES } from './vocabulary.js';

const STATUS = `(${SHELF_STATUSES.join('|')})`;

export const TagFilter = Type.String({
  minLength: 1,
  maxLength: TAG_MAX_LENGTH,
  description: 'Only shelves with this tag.',
  examples: ['supplier'],
});
export const TemplateFilter = Type.Enum([...TEMPLATES], {
  description: 'Only shelves with this template.',
  examples: ['book'],
});

const filters = Type.Object({
  ...PAGE,
  sort: Type.Enum([...SHELF_SORTS], {
    default: '-createdAt',
    description: '`-` in front: descending. Names are compared in lower case; the order of equals is always the same.',
    examples: ['name'],
  }),
  status: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: `^${STATUS}(,${STATUS})*$`,
      description: `Only shelves in this status, or in one of several separated by commas: ${SHELF_STATUSES.join(', ')}.`,
      examples: ['ready,review'],
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: NAME_MAX_LENGTH,
      description:
        'Only shelves with this in their name, in upper or lower case; or the one whose id begins so (`shf_0123`).',
      examples: ['report'],
    }),
  ),
  template: Type.Optional(TemplateFilter),
  tag: Type.Optional(TagFilter),
  updatedSince: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Only shelves that have changed at this time or later. With the `updatedAt` of the last one seen nothing is missed, and that one comes again.',
      examples: ['2026-01-02T03:04:05.678Z'],
    }),
  ),
});

export const ShelfQuery = strict(Type.Unsafe<Static<typeof filters>>(Type.Partial(filters as TObject)));
export type ShelfQuery = Static<typeof ShelfQuery>;

export const ShelfChange = Type.Partial(
  Type.Object({
    name: Type.String({
      maxLength: 1000,
      description: `Trimmed; then 1 to ${NAME_MAX_LENGTH} characters, none of them a control character.`,
      examples: ['Annual report'],
    }),
    tags: Tags,
  }),
  {
    $id: 'ShelfChange',
    additionalProperties: false,
    description: 'Fields that are left out stay unchanged.',
    examples: [{ name: 'Annual report 2026', tags: ['finance', 'supplier'] }],
  },
);
export type ShelfChange = Static<typeof ShelfChange>;
