/** What is printed for the page's sake is set apart. What stands in a drawn table is text, whatever it looks like. */
import type { Furniture } from '../block-model.js';
import type { DocumentInfo, Page } from '../model.js';
import type { Line } from '../text/line.js';
import { areArtifactsBelieved } from './artifacts.js';
import { isStamp } from './forms.js';
import type { LinedPage } from './lined-page.js';
import { findFurniture } from './furniture.js';
import { turnedHeads, turnedMarks } from './turned-heads.js';

export interface FurnitureInput {
  info?: Pick<DocumentInfo, 'pageLabels'>;
  pages: readonly {
    page: Page;
    lines: readonly Line[];
    /** Lines that run in another direction than the page's text. */
    asides: readonly Line[];
    lineNumbers: readonly string[];
    inTables: readonly number[];
  }[];
}

export interface FurnitureOutput {
  /** Running heads and feet, numbers of pages and of lines, page by page. */
  furniture: Furniture[];
  pages: {
    /** Ids of the lines that are furniture, turned ones among them. */
    edgeLines: number[];
  }[];
}

/** The pages as their edges are looked at. */
export const linedPages = ({
  info,
  pages,
}: {
  info?: FurnitureInput['info'] | undefined;
  pages: readonly Pick<FurnitureInput['pages'][number], 'page' | 'lines'>[];
}): LinedPage[] =>
  pages.map(({ page: { number, width, height, rules }, lines }) => {
    const label = info?.pageLabels?.[number - 1];
    return { number, width, height, lines, rules, ...(label ? { label } : {}) };
  });

export function furnitureOf({ info, pages }: FurnitureInput): FurnitureOutput {
  const found = findFurniture(linedPages({ info, pages }));
  const marks = turnedMarks(pages.map(({ page: { width }, lines, asides }) => ({ width, lines, asides })));
  const document = { areArtifactsBelieved: areArtifactsBelieved(pages), marks };
  const edges = pages.map(({ page, lines, asides, inTables }) => {
    const kept = new Set(inTables);
    const furniture = lines.filter((line) => found.has(line) && !kept.has(line.id));
    const stamps = asides.filter((line) => isStamp(line, page));
    const others = asides.filter((line) => !stamps.includes(line));
    const heads = turnedHeads({ width: page.width, lines, asides: others }, new Set(furniture), document);
    return [...furniture, ...stamps, ...heads];
  });
  const furniture = pages.flatMap(({ page, lineNumbers }, i) =>
    [...lineNumbers, ...edges[i]!.map((line) => line.text)].map((text) => ({ page: page.number, text })),
  );
  return {
    furniture: furniture.sort((a, b) => a.page - b.page),
    pages: edges.map((lines) => ({ edgeLines: lines.map(({ id }) => id) })),
  };
}
