/** The api as a function of what it works with; main.ts is the process around it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { accountAuth, sessionAuth } from './auth.js';
import { answerBrokenRequest, registerBrokenRequests } from './broken-requests.js';
import { watchChanges } from './changes.js';
import { createContent } from './content.js';
import type { Deps } from './deps.js';
import { registerDraining } from './draining.js';
import { registerErrors, sendError } from './errors.js';
import { registerInput } from './input.js';
import { leaveBodiesUnread } from './json-body.js';
import { registerLingering } from './lingering.js';
import { registerMetrics } from './metrics.js';
import { registerOpenApi } from './openapi.js';
import { accountLimits, authLimit } from './rate-limits.js';
import { registerRequestLog } from './request-log.js';
import { archiveRoutes } from './routes/archive.js';
import { authRoutes } from './routes/auth.js';
import { contentRoutes } from './routes/content.js';
import { createShelfRoute } from './routes/create-shelf.js';
import { dashboardRoutes } from './routes/dashboard.js';
import { credentialRoutes } from './routes/credentials.js';
import { deliveryRoutes } from './routes/deliveries.js';
import { diffRoutes } from './routes/diff.js';
import { eventRoutes } from './routes/events.js';
import { healthRoutes } from './routes/health.js';
import { helperRoutes } from './routes/helpers.js';
import { metricsRoute } from './routes/metrics.js';
import { passwordRoutes } from './routes/passwords.js';
import { readingRoutes } from './routes/reading.js';
import { recoveryRoutes } from './routes/recovery.js';
import { reviewRoutes } from './routes/review.js';
import { sessionRoutes } from './routes/sessions.js';
import { shelfRoutes } from './routes/shelves.js';
import { versionRoutes } from './routes/versions.js';
import { ownOrigin } from './session-cookie.js';
import { uploadRoute } from './routes/upload.js';
import { webhookRoutes } from './routes/webhooks.js';
import { registerForms } from './uploads/form-parts.js';

/** A path of 400 characters, each up to four bytes, all of them percent-encoded. */
const MAX_PATH_LENGTH = 5000;
/** The whole of a request, a slow upload of 300 MB included. Headers have a minute by Node's default. */
const REQUEST_TIMEOUT_MS = 60 * 60_000;
/** Longer than load balancers keep idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** Ready to be listened to or injected into; `close()` ends it. Closes none of its dependencies. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const authenticate = accountAuth(deps);
  const authenticateSession = sessionAuth(deps);
  const limit = accountLimits(deps);
  const content = createContent(deps);
  const changes = watchChanges(deps);
  const families = [
    ['/v1/shelves', authenticate],
    ['/api/shelves', authenticate],
    ['/v1/webhooks', authenticate],
    ['/v1/dashboard', authenticateSession],
  ] as const;
  /** Paths that cannot be decoded have no route, yet it is asked who comes with them first, as everywhere there. */
  async function checkAccount(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const [, identify] = families.find(([prefix]) => request.url.startsWith(prefix)) ?? [];
    if (!identify) return;
    await identify.call(app, request, reply);
    await limit.call(app, request, reply);
  }
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    trustProxy: deps.config.trustedProxies ?? false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // no plugin waits for anything; as a bound on the end of the process it would be too short
    pluginTimeout: 0,
    // what still comes over an open connection is served: the framework's refusal would have a body of its own
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PATH_LENGTH },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true } },
    // refused by registerBrokenRequests, with a body
    http: { requireHostHeader: false },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      checkAccount(request, reply).then(
        () => sendError(error, request, reply),
        (refused: unknown) => sendError(refused, request, reply),
      );
    },
  });
  // replies are what present.ts makes of rows: tests check them against their schemas, production only writes them
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.decorateRequest('account', null);
  app.decorateRequest('session', null);
  await app.register(cookie, { hook: false });
  const draining = registerDraining(app);
  app.addHook('preClose', async () => {
    await draining.begin(deps.config.shutdownDrainMs);
    // requests that wait are answered, streams end
    changes.close();
    await draining.end();
  });
  registerErrors(app);
  registerBrokenRequests(app);
  registerRequestLog(app);
  const { streams } = registerMetrics(app, deps);
  registerLingering(app);
  registerInput(app);
  await registerOpenApi(app, deps.config);

  healthRoutes(app, deps, draining);
  metricsRoute(app, deps);
  helperRoutes(app, deps);
  await app.register(async (scope) => {
    scope.addHook('onRequest', authLimit(deps, 'auth'));
    scope.addHook('onRequest', noStore);
    authRoutes(scope, deps);
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', authLimit(deps, 'sign-in'));
    scope.addHook('onRequest', ownOrigin(deps));
    scope.addHook('onRequest', noStore);
    sessionRoutes(scope, deps);
    passwordRoutes(scope, deps);
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', authenticateSession);
    scope.addHook('onRequest', limit);
    scope.addHook('onRequest', noStore);
    dashboardRoutes(scope, deps);
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', authenticate);
    scope.addHook('onRequest', limit);
    await registerForms(scope);
    shelfRoutes(scope, deps, changes);
    eventRoutes(scope, deps, { changes, streams });
    createShelfRoute(scope, deps);
    uploadRoute(scope, deps);
    await scope.register(async (inner) => recoveryRoutes(inner, deps));
    contentRoutes(scope, deps, content);
    archiveRoutes(scope, deps);
    versionRoutes(scope, deps, content);
    await scope.register(async (inner) => reviewRoutes(inner, deps));
    diffRoutes(scope, deps, content);
    readingRoutes(scope, deps, content);
    credentialRoutes(scope, deps);
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', authenticate);
    scope.addHook('onRequest', limit);
    scope.addHook('onRequest', noStore);
    leaveBodiesUnread(scope);
    webhookRoutes(scope, deps);
    deliveryRoutes(scope, deps);
  });
  await app.ready();
  return app;
}

/** Replies that hold secrets, or say who is signed in, are nothing for caches. */
async function noStore(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
}

/** The client's own id where it is one that logs can hold, else a new one. */
function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:/+=@-]{1,128}$/.test(given) ? given : randomUUID();
}
