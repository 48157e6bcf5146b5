import type { PageView, ViewPageInput } from './messages.js';
import { viewPage } from './proxies.js';

/** Makes a picture of a page, or measures all pages, for clients that wait for it. Cancelled when none waits any more. */
export async function viewPageWorkflow(input: ViewPageInput): Promise<PageView> {
  return viewPage(input);
}
