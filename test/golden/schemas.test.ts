/** The published schemas of a shelf's JSON files, and that every stored tree keeps to them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { TREE_SCHEMAS } from '../../contract/tree.js';

const FOLDER = join('docs', 'schemas');
const named = TREE_SCHEMAS.map((schema) => ({ schema, id: schema.$id! }));
const published = (id: string): string => join(FOLDER, id.replace('.json', '.schema.json'));

test('the published schemas are those of the contract', () => {
  for (const { schema, id } of named) {
    const text = `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }, null, 2)}\n`;
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(published(id), text);
    }
    expect(JSON.parse(readFileSync(published(id), 'utf8'))).toEqual(JSON.parse(text));
  }
});

const trees = join('test', 'golden', 'trees');
const ajv = new Ajv2020({ strict: false });
const validators = new Map(named.map(({ schema, id }) => [id, ajv.compile(schema)]));
const jsonFiles = readdirSync(trees, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.json') && !path.endsWith('audit.json'),
);

test.each(jsonFiles)('%s keeps to its schema', (path) => {
  const name = path.includes('source-map/') ? 'source-map.json' : path.split('/').at(-1)!;
  const validate = validators.get(name)!;
  expect(validate).toBeDefined();
  validate(JSON.parse(readFileSync(join(trees, path), 'utf8')));
  expect(validate.errors).toBeNull();
});
