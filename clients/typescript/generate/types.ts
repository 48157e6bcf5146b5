/** TypeScript types of JSON schemas. A schema in a form that is not known here is an error, never `any`. */
import type { Schema } from './document.js';

const LITERALS: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The type of a schema; `where` names it in errors. */
export function typeOf(schema: Schema, where: string): string {
  const { $ref, const: constant, enum: values, anyOf, type } = schema;
  if ($ref !== undefined) return nameOf($ref);
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return [...new Set(anyOf.map((one) => typeOf(one, where)))].join(' | ');
  if (schema.format === 'binary') return 'Blob';
  if (type === 'array') return `${inParentheses(typeOf(schema.items ?? {}, `${where}[]`))}[]`;
  if (type === 'object') return objectType(schema, where);
  if (type !== undefined && type in LITERALS) return LITERALS[type]!;
  const known = ['description', 'default', 'examples', 'example', 'title'];
  const unknown = Object.keys(schema).filter((keyword) => !known.includes(keyword));
  if (unknown.length > 0) throw new Error(`${where}: the generator does not know ${unknown.join(', ')}`);
  return 'unknown';
}

/** The name in `#/components/schemas/NAME`. */
export function nameOf(reference: string): string {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1];
  if (!name) throw new Error(`${reference} is no schema of the document`);
  return name;
}

const inParentheses = (type: string): string => (type.includes(' | ') ? `(${type})` : type);

function objectType({ properties = {}, required = [], additionalProperties }: Schema, where: string): string {
  const names = Object.keys(properties);
  if (names.length === 0)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${typeOf(additionalProperties, `${where}.*`)}>`
      : 'Record<string, unknown>';
  const members = Object.entries(properties).map(([name, property]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${docOf(property.description)}${memberName(name)}${optional}: ${typeOf(property, `${where}.${name}`)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

/** A member's name, in quotes where it has to be. */
export const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A doc comment with a line break behind it; empty without text. */
export function docOf(text: string | undefined): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** The declaration of a named schema. */
export function declarationOf(name: string, schema: Schema): string {
  const type = typeOf(schema, name);
  const isInterface = schema.type === 'object' && type.startsWith('{');
  return `${docOf(schema.description)}export ${isInterface ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n`;
}
