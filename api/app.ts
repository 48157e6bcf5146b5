/** The api as a function of its dependencies; main.ts is the process around it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestAsyncHookHandler,
} from 'fastify';
import { createReaders, type Readers } from '../reading/readers.js';
import { accountAuth, sessionAuth } from './auth.js';
import { answerBrokenRequest, registerBrokenRequests } from './broken-requests.js';
import { watchChanges, type Changes } from './changes.js';
import { limitConnections } from './connections.js';
import { createContent, type Content } from './content.js';
import type { Deps } from './deps.js';
import { createDrawnPages } from './drawn-pages.js';
import { createPatcher, type Patcher } from './diff/patcher.js';
import { registerDraining } from './draining.js';
import { registerErrors, sendError } from './errors.js';
import { keptByClientAlone } from './etag.js';
import { registerInput } from './input.js';
import { leaveBodiesUnread } from './json-body.js';
import { registerLingering } from './lingering.js';
import { mcpRoute } from './mcp/route.js';
import { registerMetrics, type PictureCounter, type Streams } from './metrics.js';
import { registerOpenApi } from './openapi.js';
import { accountLimits, authLimit } from './rate-limits.js';
import { registerRequestLog } from './request-log.js';
import { registerRequestTraces } from './request-traces.js';
import { registerSecurityHeaders } from './security-headers.js';
import { accountSessionRoutes } from './routes/account-sessions.js';
import { archiveRoutes } from './routes/archive.js';
import { authRoutes } from './routes/auth.js';
import { changeShelfRoute } from './routes/change-shelf.js';
import { contentRoutes } from './routes/content.js';
import { createShelfRoute } from './routes/create-shelf.js';
import { dashboardRoutes } from './routes/dashboard.js';
import { credentialRoutes } from './routes/credentials.js';
import { deliveryRoutes } from './routes/deliveries.js';
import { diffRoutes } from './routes/diff.js';
import { eventRoutes } from './routes/events.js';
import { guideRoutes } from './routes/guides.js';
import { healthRoutes } from './routes/health.js';
import { helperRoutes } from './routes/helpers.js';
import { landingRoute } from './routes/landing.js';
import { metricsRoute } from './routes/metrics.js';
import { passwordRoutes } from './routes/passwords.js';
import { readingRoutes } from './routes/reading.js';
import { recoveryRoutes } from './routes/recovery.js';
import { restoreVersionRoute } from './routes/restore-version.js';
import { reviewEditRoutes } from './routes/review-edits.js';
import { reviewRoutes } from './routes/review.js';
import { searchAllRoute } from './routes/search-all.js';
import { secondFactorRoutes } from './routes/second-factor.js';
import { sessionRoutes } from './routes/sessions.js';
import { shelfRunRoute } from './routes/shelf-run.js';
import { shelfRoutes } from './routes/shelves.js';
import { sourceRoute } from './routes/source.js';
import { versionRoutes } from './routes/versions.js';
import { registerScope } from './scope.js';
import { ownOrigin } from './session-cookie.js';
import { uploadRoute } from './routes/upload.js';
import { webhookRoutes } from './routes/webhooks.js';
import { registerForms } from './uploads/form-parts.js';
import { registerWebApp } from './web-app/app.js';

/** Room for 400 characters of up to four bytes each, percent-encoded. */
const MAX_PATH_LENGTH = 5000;
/** For a whole request, slow uploads of 300 MB included. */
const REQUEST_TIMEOUT_MS = 60 * 60_000;
/** For the headers of a request, even if the process is loaded. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How often both are looked at; Node's 30 s would give each client that much more. */
const CHECK_EVERY_MS = 2_000;
/** Room for all clients behind one address, with an event stream and some idle connections each. */
export const MAX_CONNECTIONS_OF_ADDRESS = 1_024;
/** Longer than load balancers keep idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** The hooks and the shared state that routes of several scopes use. */
interface Shared {
  authenticate: onRequestAsyncHookHandler;
  authenticateSession: onRequestAsyncHookHandler;
  limit: onRequestAsyncHookHandler;
  content: Content;
  changes: Changes;
  readers: Readers;
  patcher: Patcher;
}

/** Builds the app, ready to listen or to be injected into; `close()` ends it, but none of its dependencies. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const shared: Shared = {
    authenticate: accountAuth(deps),
    authenticateSession: sessionAuth(deps),
    limit: accountLimits(deps),
    content: createContent(deps),
    changes: watchChanges(deps),
    readers: createReaders(),
    patcher: createPatcher(),
  };
  const app = createServer(deps, shared);
  // replies are what present.ts makes of rows: tests check them against their schemas, production only serialises them
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.decorateRequest('account', null);
  app.decorateRequest('session', null);
  app.decorateRequest('scope', 'read');
  app.decorateRequest('keyPublicId', null);
  await app.register(cookie, { hook: false });
  const draining = registerDraining(app);
  app.addHook('preClose', async () => {
    await draining.begin(deps.config.shutdownDrainMs);
    // answers long polls and ends streams
    shared.changes.close();
    await draining.end();
  });
  app.addHook('onClose', async () => {
    await Promise.all([shared.readers.close(), shared.patcher.close()]);
  });
  const answerPage = await registerWebApp(app);
  registerErrors(app, answerPage);
  registerBrokenRequests(app);
  registerSecurityHeaders(app, deps.config);
  registerRequestLog(app);
  if (deps.tracing) registerRequestTraces(app, deps.tracing);
  const { streams, pictures } = registerMetrics(app, deps);
  registerLingering(app);
  registerInput(app);
  await registerOpenApi(app, deps.config);

  healthRoutes(app, deps, draining);
  metricsRoute(app, deps);
  helperRoutes(app, deps);
  guideRoutes(app, deps);
  landingRoute(app, deps, answerPage);
  await registerPublicRoutes(app, deps);
  await registerDashboard(app, deps, shared);
  await registerShelves(app, deps, { ...shared, streams, pictures });
  await registerWebhooks(app, deps, shared);
  await registerScope(app, 'mcp', (scope) => mcpRoute(scope, deps));
  await app.ready();
  return app;
}

function createServer(deps: Deps, shared: Shared): FastifyInstance {
  const families = [
    ['/v1/shelves', shared.authenticate],
    ['/v1/search', shared.authenticate],
    ['/api/shelves', shared.authenticate],
    ['/v1/webhooks', shared.authenticate],
    ['/v1/dashboard', shared.authenticateSession],
  ] as const;
  /** A path that cannot be decoded has no route, but its caller is authenticated first, as everywhere below these paths. */
  async function checkAccount(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const [, authenticate] = families.find(([prefix]) => request.url.startsWith(prefix)) ?? [];
    if (!authenticate) return;
    await authenticate.call(app, request, reply);
    await shared.limit.call(app, request, reply);
  }
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    trustProxy: deps.config.trustedProxies ?? false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // no plugin waits for anything when it starts, and the time-out also applies to closing, where it is too short
    pluginTimeout: 0,
    // requests that still arrive over an open connection are served: the framework's 503 has another body than ours
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PATH_LENGTH },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true } },
    // registerBrokenRequests refuses it, with a body
    http: { requireHostHeader: false, headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      checkAccount(request, reply).then(
        () => sendError(error, request, reply),
        (refused: unknown) => sendError(refused, request, reply),
      );
    },
  });
  limitConnections(app, deps.config.trustedProxies, MAX_CONNECTIONS_OF_ADDRESS);
  return app;
}

/** Registration, signing in, forgotten passwords. */
async function registerPublicRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await registerScope(app, 'accounts', async (scope) => {
    scope.addHook('onRequest', authLimit(deps, 'auth'));
    scope.addHook('onRequest', noStore);
    authRoutes(scope, deps);
  });
  await registerScope(app, 'sign-in', async (scope) => {
    scope.addHook('onRequest', authLimit(deps, 'sign-in'));
    scope.addHook('onRequest', ownOrigin(deps));
    scope.addHook('onRequest', noStore);
    sessionRoutes(scope, deps);
    passwordRoutes(scope, deps);
  });
}

async function registerDashboard(
  app: FastifyInstance,
  deps: Deps,
  { authenticateSession, limit, content, readers, patcher }: Shared,
): Promise<void> {
  await registerScope(app, 'dashboard', async (scope) => {
    scope.addHook('onRequest', authenticateSession);
    scope.addHook('onRequest', limit);
    scope.addHook('onRequest', noStore);
    dashboardRoutes(scope, deps);
    accountSessionRoutes(scope, deps);
    secondFactorRoutes(scope, deps);
    shelfRunRoute(scope, deps);
    restoreVersionRoute(scope, deps);
    await registerScope(scope, 'review-edits', (inner) => reviewEditRoutes(inner, { deps, content, readers, patcher }));
  });
}

async function registerShelves(
  app: FastifyInstance,
  deps: Deps,
  {
    authenticate,
    limit,
    content,
    changes,
    readers,
    patcher,
    streams,
    pictures,
  }: Shared & { streams: Streams; pictures: PictureCounter },
): Promise<void> {
  await registerScope(app, 'shelves', async (scope) => {
    scope.addHook('onRequest', authenticate);
    scope.addHook('onRequest', limit);
    scope.addHook('onRequest', keptByClientAlone);
    await registerForms(scope);
    shelfRoutes(scope, deps, changes);
    eventRoutes(scope, deps, { changes, streams });
    createShelfRoute(scope, deps);
    uploadRoute(scope, deps);
    await registerScope(scope, 'change-shelf', (inner) => changeShelfRoute(inner, deps));
    await registerScope(scope, 'recovery', (inner) => recoveryRoutes(inner, deps));
    contentRoutes(scope, deps, content);
    sourceRoute(scope, deps, content);
    archiveRoutes(scope, deps);
    versionRoutes(scope, deps, content);
    await registerScope(scope, 'review', (inner) => reviewRoutes(inner, deps));
    diffRoutes(scope, deps, { content, patcher });
    readingRoutes(scope, deps, { content, readers, drawn: createDrawnPages(deps, pictures) });
    searchAllRoute(scope, deps);
    credentialRoutes(scope, deps);
  });
}

async function registerWebhooks(app: FastifyInstance, deps: Deps, { authenticate, limit }: Shared): Promise<void> {
  await registerScope(app, 'webhooks', async (scope) => {
    scope.addHook('onRequest', authenticate);
    scope.addHook('onRequest', limit);
    scope.addHook('onRequest', noStore);
    leaveBodiesUnread(scope);
    webhookRoutes(scope, deps);
    deliveryRoutes(scope, deps);
  });
}

/** Replies with secrets, or about who is signed in, must not be cached. */
async function noStore(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
}

/** The client's own request id if it is safe to log, else a new one. */
function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:/+=@-]{1,128}$/.test(given) ? given : randomUUID();
}
