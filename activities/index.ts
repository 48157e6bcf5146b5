import type { ActivityDeps } from './deps.js';
import { deliveryActivities } from './deliveries.js';
import { documentActivities } from './documents.js';
import { mailActivities } from './mail.js';
import { pageActivities } from './pages.js';
import { publishActivities } from './publish.js';
import { reconcileActivities } from './reconcile.js';
import { recordActivities } from './record.js';
import { lostDeliveryActivities, recoveryActivities } from './redeliveries.js';
import { removalActivities } from './removal.js';
import { reviewActivities } from './review.js';
import { searchActivities } from './search.js';
import { sweepActivities } from './sweep.js';

export type { ActivityDeps } from './deps.js';
export type { DocumentEngine } from './document-engine.js';
export type Activities = ReturnType<typeof createActivities>;

/** All activities by the task queue whose worker runs them. */
export function createActivities(deps: ActivityDeps) {
  return {
    shelves: {
      ...recordActivities(deps),
      ...publishActivities(deps),
      ...reviewActivities(deps),
      ...removalActivities(deps),
      ...reconcileActivities(deps),
      ...sweepActivities(deps),
      ...searchActivities(deps),
      ...lostDeliveryActivities(deps),
    },
    documents: documentActivities(deps),
    pages: pageActivities(deps),
    deliveries: { ...mailActivities(deps), ...deliveryActivities(deps), ...recoveryActivities(deps) },
  };
}
