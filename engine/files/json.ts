/** JSON as a shelf has it: readable, ending in a line break. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
