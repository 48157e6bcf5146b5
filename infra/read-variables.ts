/** Reads environment variables by their schemas: the values, and what is wrong with them. */
import { IsOptional, type Static, type TObject, type TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { isAddressRange } from './address-ranges.js';
import { ADDRESS_RANGES, type VariableSchema } from './variables.js';

/**
 * Reads the schema's variables from `env`; an empty variable counts as not set.
 * @returns their values, and a line for each that is missing or invalid, without its value
 */
export function readVariables<T extends TObject>(schema: T, env: Readonly<Record<string, string | undefined>>) {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, member] of Object.entries(schema.properties)) {
    const given = env[name]?.trim() || undefined;
    const described: VariableSchema = member;
    const value = given !== undefined && described.type === 'integer' && /^\d+$/.test(given) ? Number(given) : given;
    if (value === undefined && described.default !== undefined) values[name] = described.default;
    else if (value === undefined && !IsOptional(member)) faults.push(`${name}: required, expected ${expected(member)}`);
    else if (value !== undefined && !isUsable(member, value)) faults.push(`${name}: expected ${expected(member)}`);
    else if (value !== undefined) values[name] = value;
  }
  return { values: values as Static<T>, faults };
}

function isUsable(schema: TSchema, value: unknown): boolean {
  const { pattern, format }: VariableSchema = schema;
  if (!Check(schema, value)) return false;
  if (format === ADDRESS_RANGES)
    return String(value)
      .split(',')
      .every((one) => isAddressRange(one.trim()));
  return !pattern?.includes('://') || URL.canParse(String(value));
}

/** Describes the values that a variable accepts, without the value that was given. */
export function expected(schema: VariableSchema): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.type === 'integer') return `a whole number from ${schema.minimum} to ${schema.maximum}`;
  const example = schema.examples?.[0];
  return `text${schema.pattern ? ` that matches ${schema.pattern}` : ''}${example ? ` such as ${example}` : ''}`;
}
