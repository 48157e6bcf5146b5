/** Lines get the tags of the document where these can be believed. */
import type { Page } from '../model.js';
import type { OrderedPage } from '../reading-order/stage.js';
import { withTags } from './tags.js';

export interface TagsInput {
  pages: readonly ({ page: Page } & OrderedPage)[];
}

export function tagLines({ pages }: TagsInput): { pages: OrderedPage[] } {
  return { pages: withTags(pages).map((columns) => ({ columns })) };
}
