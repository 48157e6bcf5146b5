/** The bodies that webhooks and event streams carry; the service's OpenAPI document does not describe what it sends by itself. */
import type { Shelf } from './generated.js';

export const SHELF_EVENTS = ['shelf.ready', 'shelf.failed', 'shelf.review'] as const;
export type ShelfEventType = (typeof SHELF_EVENTS)[number];

export interface ShelfEvent {
  event: ShelfEventType;
  /** When it happened; ISO 8601, UTC. */
  timestamp: string;
  shelfPublicId: string;
  data: Pick<Shelf, 'name' | 'status' | 'errorMessage' | 'failedAtStep' | 'auditStatus' | 'currentVersionNumber'> & {
    shelfPublicId: string;
    userId: string;
  };
}

export interface PingEvent {
  event: 'webhook.ping';
  timestamp: string;
  webhookPublicId: string;
  data: Record<string, never>;
}

export type WebhookEvent = ShelfEvent | PingEvent;
