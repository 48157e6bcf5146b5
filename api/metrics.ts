/** Metrics of the api's own requests. Labels hold no ids: routes are named by their patterns. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram } from 'prom-client';
import { QUOTAS } from '../contract/vocabulary.js';
import type { QuotaError } from '../entities/queries/quotas.js';
import type { Deps } from './deps.js';
import { registerServiceGauges } from './service-metrics.js';

/** From the read of a row to a slow upload; long polls and streams are above. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
/** Labels of requests without a route, whose paths and methods can be anything. */
const NO_ROUTE = { method: 'any', route: 'none' };

/** Event streams that are open; the route counts them. */
export type Streams = Pick<Gauge, 'inc' | 'dec'>;

/** Pictures and sizes of pages, by where they came from. */
export type PictureCounter = Counter<'outcome'>;
const PICTURE_OUTCOMES = ['found', 'stored', 'undrawable', 'gone'] as const;

export function registerMetrics(app: FastifyInstance, deps: Deps): { streams: Streams; pictures: PictureCounter } {
  const registers = [deps.metrics];
  const requests = new Histogram({
    name: 'shelfwright_http_request_duration_seconds',
    help: 'Time from a request to the end of its reply.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: DURATION_BUCKETS,
    registers,
  });
  const aborted = new Counter({
    name: 'shelfwright_http_requests_aborted_total',
    help: 'Requests whose clients went away before they had sent all of them.',
    labelNames: ['method', 'route'] as const,
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    requests.observe({ ...labelsOf(request), status }, reply.elapsedTime / 1000);
  });
  app.addHook('onRequestAbort', async (request) => aborted.inc(labelsOf(request)));
  const refusals = new Counter({
    name: 'shelfwright_quota_refusals_total',
    help: 'Requests that were refused because of a quota of their account.',
    labelNames: ['quota'] as const,
    registers,
  });
  for (const quota of QUOTAS) refusals.inc({ quota }, 0);
  app.addHook('onError', async (_request, _reply, error) => {
    if (error.code === 'QUOTA_EXCEEDED') refusals.inc({ quota: (error as unknown as QuotaError).quota });
  });
  registerServiceGauges(deps);
  const streams = new Gauge({
    name: 'shelfwright_event_streams_open',
    help: 'Event streams that are open in this process.',
    registers,
  });
  const pictures = new Counter({
    name: 'shelfwright_pictures_total',
    help: 'Pictures and sizes of pages that were asked for. found: stored already. stored: made by a worker for this request.',
    labelNames: ['outcome'] as const,
    registers,
  });
  for (const outcome of PICTURE_OUTCOMES) pictures.inc({ outcome }, 0);
  return { streams, pictures };
}

function labelsOf({ method, routeOptions }: FastifyRequest): { method: string; route: string } {
  return routeOptions.url === undefined ? NO_ROUTE : { method, route: routeOptions.url };
}
