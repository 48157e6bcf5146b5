import type { Review } from '../../../../contract/review.js';

/**
 * Which engine makes a regenerated draft, and whether it can differ from this one.
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
  return isTemplateKept ? `${same}; with the same template it should be the same.` : `${same}, with another template.`;
}
