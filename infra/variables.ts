/** What the schemas of environment variables are made of. */
import { Type, type TSchema } from 'typebox';

/** Format of a list of addresses or ranges, each of which is validated. */
export const ADDRESS_RANGES = 'address-ranges';

/** @param protocols as a regular expression has them, `https?` */
export const url = (protocols: string, example: string, description: string) =>
  Type.String({ pattern: `^(${protocols})://[^\\s/]+`, examples: [example], description });
/** Any text but an empty one. */
export const text = (description: string, options: { default?: string; examples?: string[] } = {}) =>
  Type.String({ minLength: 1, description, ...options });
/** A text with no default, and no example that could stay. */
export const secret = (description: string) => text(description, { examples: ['change-me'] });
/** A whole number from 1 unless `range` says otherwise. */
export const count = (description: string, byDefault: number, range: { minimum?: number; maximum?: number } = {}) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000_000, ...range, default: byDefault, description });

/** The members of a variable's schema that messages and `.env.example` are made of. */
export type VariableSchema = TSchema & {
  type?: string;
  default?: string | number;
  description?: string;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  enum?: readonly string[];
  examples?: readonly (string | number)[];
};
