/** What the clients do: one plan a shelf, all of them from the seed. */
import { BOMB, HOSTILE, type Document } from './documents.js';
import type { Options } from './options.js';
import { chance, type Chance } from './random.js';

/** What a client asks of a shelf at rest. `amend` is an approve with operations. */
export type Wish =
  | { action: 'approve' | 'amend' | 'regenerate' | 'retry' | 'restore' | 'delete' }
  | { action: 'upload'; document: Document };

export interface ShelfPlan {
  number: number;
  /** When it is begun, from 0 to 1 of the time for uploads. */
  at: number;
  /** Which of the accounts. */
  account: number;
  document: Document;
  isReviewed: boolean;
  template: 'book' | 'academic-paper' | null;
  /** Asked in turn whenever the shelf rests in this status; once there is none left, it is left alone. */
  wishes: Record<'review' | 'ready' | 'failed', Wish[]>;
}

export const ACCOUNTS = 3;

/** Share of documents, and between how many pages they have: most are small, a few are large. */
const SIZES = [
  { share: 0.66, pages: [1, 2, 3, 4, 5] },
  { share: 0.28, pages: [8, 12, 18] },
  { share: 0.05, pages: [40, 70] },
  { share: 0.01, pages: [180, 270] },
];
const QUICK_SIZES = [
  { share: 0.8, pages: [1, 2, 3] },
  { share: 0.2, pages: [8, 16] },
];

export function planMix({ shelves, seed, isQuick }: Options): ShelfPlan[] {
  const random = chance(seed, 'mix');
  const sizes = isQuick ? QUICK_SIZES : SIZES;
  const plans = Array.from({ length: shelves }, (_, number): ShelfPlan => {
    const isReviewed = number % 3 === 1;
    const isHostile = random.isTrue(0.1);
    const document: Document = isHostile ? { hostile: random.pick(HOSTILE) } : { pages: pagesOf(random, sizes) };
    return {
      number,
      at: (number + random.next()) / shelves,
      account: random.between(0, ACCOUNTS - 1),
      document,
      isReviewed,
      template: random.pick([null, null, null, 'book', 'academic-paper'] as const),
      wishes: wishesOf(random, isReviewed),
    };
  });
  if (isQuick) for (const { wishes } of plans) wishes.review.splice(1);
  else addExtremes(plans, random);
  return plans;
}

function pagesOf(random: Chance, sizes: typeof SIZES): number {
  let left = random.next();
  const size = sizes.find(({ share }) => (left -= share) < 0) ?? sizes[0];
  return random.pick(size?.pages ?? [1]);
}

function wishesOf(random: Chance, isReviewed: boolean): ShelfPlan['wishes'] {
  const second: Document = random.isTrue(0.2)
    ? { hostile: random.pick(HOSTILE) }
    : { pages: random.pick([1, 2, 3, 5, 8]) };
  const upload: Wish = { action: 'upload', document: second };
  const remove: Wish[] = random.isTrue(0.06) ? [{ action: 'delete' }] : [];
  const review: Wish[] = [];
  if (isReviewed) {
    if (random.isTrue(0.25)) review.push({ action: 'regenerate' });
    if (random.isTrue(0.15)) review.push(upload);
    // some are left waiting
    if (random.isTrue(0.8)) review.push({ action: random.pick(['approve', 'amend'] as const) });
    if (random.isTrue(0.7)) review.push({ action: random.pick(['approve', 'amend'] as const) });
  }
  const ready: Wish[] = random.isTrue(0.3) ? [upload] : [];
  const failed: Wish[] = [...(random.isTrue(0.6) ? [{ action: 'retry' } as const] : []), { action: 'restore' }];
  return { review, ready: [...ready, ...remove], failed: [...failed, ...remove] };
}

/** Whatever the seed: the largest documents and a bomb are among them, early enough to be met by faults. */
function addExtremes(plans: ShelfPlan[], random: Chance): void {
  const extremes: Document[] = [{ pages: 600 }, { pages: 600 }, { hostile: BOMB }, { hostile: BOMB }];
  for (const document of extremes) random.pick(plans).document = document;
}
