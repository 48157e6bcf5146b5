/** The client of Shelfwright for Node and browsers. */
export { Shelfwright, type NewShelf, type UploadOptions } from './client.js';
export type { ClientOptions } from './transport.js';
export type { ArchiveOptions, OpenArchive } from './archive.js';
export {
  ApiError,
  NoAnswerError,
  ShelfFailedError,
  ShelfwrightError,
  WaitTimeoutError,
  type ErrorCode,
} from './errors.js';
export type { FollowOptions, ShelfMessage } from './follow.js';
export type { CallOptions } from './operation.js';
export type { OnProgress, UploadProgress } from './upload.js';
export type { WaitOptions } from './wait.js';
export type { PingEvent, ShelfEvent, ShelfEventType, WebhookEvent } from './webhook-events.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifiedWebhook,
  type WebhookFault,
  type WebhookRequest,
} from './webhooks.js';
export type * from './generated.js';
