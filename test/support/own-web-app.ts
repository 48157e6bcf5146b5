/** Apart from web-app.ts, which most files import: with service.ts come the clients of Temporal and of the object store. */
import { startService } from './service.js';
import { webAppOn } from './web-app.js';

/** The web app on a service of the file's own; `env` goes to both of its processes. */
export const ownWebApp = (env: Record<string, string> = {}) =>
  webAppOn(() => startService({ ENGINE_PROCESSES: '1', ...env }));
