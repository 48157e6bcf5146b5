/** Building blocks that several schemas share. */
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';

export const SHELF_ID_PATTERN = '^shf_[0-9a-f]{24}$';
const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

/** The largest page number: with the page size it stays within a 32-bit offset. */
export const MAX_PAGE = 10_000_000;

/** `schema` or null. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A reference to a schema that has an `$id`, with its type. */
export function ref<T extends TSchema>(schema: T) {
  const { $id } = schema as TSchema & { $id?: string };
  if (!$id) throw new Error('Only a schema with an $id can be referred to');
  return Type.Unsafe<Static<T>>({ $ref: `${$id}#` });
}

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601, UTC.',
  examples: ['2026-01-02T03:04:05.678Z'],
});

export const ShelfParams = Type.Object({
  id: Type.String({
    pattern: SHELF_ID_PATTERN,
    description: 'publicId of the shelf.',
    examples: ['shf_0123456789abcdef01234567'],
  }),
});

/** A query whose members all have defaults: optional for clients, always present for handlers. */
export function defaulted<T extends TProperties>(properties: T) {
  return Type.Unsafe<Static<TObject<T>>>(Type.Partial(Type.Object(properties)));
}

/** The schema of a query that refuses parameters that it does not name (api/input.ts, which names those that it does). */
export function strict<T extends TSchema>(query: T): T {
  return { ...query, additionalProperties: false };
}

/** Query parameters of a page. */
export const PAGE = {
  page: Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'Page number.', examples: [1] }),
  limit: Type.Integer({
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
    description: 'Items on a page.',
    examples: [DEFAULT_PAGE_SIZE],
  }),
};
export const PageQuery = strict(defaulted(PAGE));

export const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'A repeat with the same key within 24 hours gets the answer of the first.',
  examples: ['5f0c1c8e-3f6b-4c1e-9a53-2f6d8f3b7a10'],
});

const PAGINATION = { limit: DEFAULT_PAGE_SIZE, page: 1, total: 1, totalPages: 1 };

export const Pagination = Type.Object(
  {
    limit: Type.Integer(),
    page: Type.Integer(),
    total: Type.Integer({ description: 'Items on all pages.' }),
    totalPages: Type.Integer(),
  },
  { $id: 'Pagination', examples: [PAGINATION] },
);
export type Pagination = Static<typeof Pagination>;

/** An example of a list: one page with the examples of `schema`. */
export function listExample(schema: TSchema): object {
  const { examples: data = [] } = schema as { examples?: unknown[] };
  return { data, pagination: { ...PAGINATION, total: data.length } };
}

export const Success = Type.Object({ success: Type.Literal(true) }, { $id: 'Success', examples: [{ success: true }] });
export type Success = Static<typeof Success>;
