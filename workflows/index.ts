/** Entry of the workflow bundle: every function exported here is a workflow type. */
export { deleteShelfWorkflow } from './delete-shelf.js';
export { deliverWebhookWorkflow } from './deliver-webhook.js';
export { reconcileWorkflow } from './reconcile.js';
export { recoverDeliveriesWorkflow } from './recover-deliveries.js';
export { sendMailWorkflow } from './send-mail.js';
export { shelfWorkflow } from './shelf.js';
export { viewPageWorkflow } from './view-page.js';
