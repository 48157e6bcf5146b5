import type { Review } from '../../../../contract/review.js';

/**
 * What is to be expected of a regenerated draft: who makes it, and whether it can differ.
 *
 * @param engine undefined where an instance of an earlier release has answered
 */
export function nextDraft(engine: Review['engine'] | undefined, isTemplateKept: boolean): string {
  if (!engine) return '';
  const { ofDraft, current } = engine;
  if (ofDraft === null)
    return `Engine ${current} will make the next draft. Which one made this draft was not noted: the next one may differ.`;
  if (ofDraft !== current) return `Engine ${ofDraft} made this draft, ${current} will make the next: it may differ.`;
  const same = `Engine ${current} made this draft and will make the next`;
  return isTemplateKept
    ? `${same}; with the same template, the same is to be expected.`
    : `${same}, with another template.`;
}
