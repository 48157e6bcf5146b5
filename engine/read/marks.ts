/** Marked content: which element of the structure tree what is painted belongs to, page furniture, hidden layers. */
import { OPS } from './pdfjs-module.js';

export interface Mark {
  mcid: number | null;
  artifact: boolean;
  hidden: boolean;
  /** A layer is around it, which readers can show and hide. */
  inLayer: boolean;
}

interface Around {
  /** The mark around this one. */
  outer: Mark | undefined;
  /** Ids of marked content within forms are not the page's. */
  inForm: boolean;
  /** Whether an optional-content group (layer) is shown. */
  isShown: (group: unknown) => boolean;
}

const NO_MARK: Mark = { mcid: null, artifact: false, hidden: false, inLayer: false };

/** The mark that an operator begins, with what it has from the ones around it; null where it begins none. */
export function beginMark(
  operator: number,
  args: unknown[],
  { outer = NO_MARK, inForm, isShown }: Around,
): Mark | null {
  if (operator !== OPS.beginMarkedContent && operator !== OPS.beginMarkedContentProps) return null;
  const tag = tagName(args[0]);
  const artifact = outer.artifact || tag === 'Artifact';
  if (operator === OPS.beginMarkedContent) return { ...outer, artifact };
  const isLayer = tag === 'OC' && args[1] !== null;
  return {
    mcid: typeof args[1] === 'number' && !inForm ? args[1] : outer.mcid,
    artifact,
    hidden: outer.hidden || (isLayer && !isShown(args[1])),
    inLayer: outer.inLayer || isLayer,
  };
}

function tagName(value: unknown): string {
  const name: unknown = typeof value === 'string' ? value : (value as { name?: unknown } | null)?.name;
  return typeof name === 'string' ? name : '';
}
