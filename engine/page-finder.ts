import type { Page } from './model.js';

/** Finds a page by its number. */
export type PageOf = (number: number) => Page;

export function pageFinder(pages: readonly { page: Page }[]): PageOf {
  const byNumber = new Map(pages.map(({ page }) => [page.number, page]));
  return (number) => {
    const page = byNumber.get(number);
    if (!page) throw new Error(`no page ${number}`);
    return page;
  };
}
