/** Schemas are compiled at the first call of their tool: a broken one is found here, not by the first client. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { TSchema } from 'typebox';
import { argumentsCheck, CHECKED_LATE } from '../../../../api/mcp/arguments-check.js';

interface ListedTool {
  name: string;
  inputSchema: TSchema;
  outputSchema?: Record<string, unknown>;
}

// as test/api/mcp/catalogue.test.ts compares it with what is served
const tools = JSON.parse(readFileSync('test/api/mcp/tools.snapshot.json', 'utf8')) as ListedTool[];

test.each(tools.map((tool) => [tool.name, tool] as const))('the schemas of %s compile', (_name, tool) => {
  expect(argumentsCheck(tool.inputSchema)({ unknown: 1 })).toContain('unknown argument unknown');
  // checked where a tool has one; the others answer with text alone
  const check = CHECKED_LATE.getValidator(tool.outputSchema ?? { type: 'object', required: ['text'] });
  expect(check({}).valid).toBe(false);
});
