/** By what a line at a page's edge is labelled: the side and the text, since a number of a table may stand at the foot as well. */
export const SIDES = ['head', 'foot'] as const;

export const keyOfEdge = (side: (typeof SIDES)[number], text: string): string => `${side} ${text}`;
