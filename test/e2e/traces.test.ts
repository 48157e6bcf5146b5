/** One trace from a request to the engine's stages, as a collector gets it from the real processes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { textPdf } from '../support/marked-pdf.js';
import { placeOfRequest } from '../../infra/tracing/places.js';
import { STAGES } from '../../engine/pipeline.js';
import { startCollector, type TakenSpan } from '../support/collector.js';
import { poll } from '../support/poll.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

let collector: Awaited<ReturnType<typeof startCollector>>;
let service: Service;
beforeAll(async () => {
  collector = await startCollector();
  service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collectors',
  });
}, START_MS);
afterAll(async () => {
  await service?.stop();
  await collector?.stop();
}, STOP_MS);

async function upload(pdf: Buffer, requestId: string): Promise<{ publicId: string }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'document.pdf');
  const headers = { 'x-request-id': requestId };
  const reply = await service.request('/v1/shelves', { method: 'POST', body: form, headers });
  expect(reply.status).toBe(201);
  return (await reply.json()) as { publicId: string };
}

/** The spans of a request's trace, once the last of them has come, and the api's, which come by themselves. */
function traceOf(requestId: string, last: string): Promise<TakenSpan[]> {
  const { traceId } = placeOfRequest(requestId);
  return poll(async () => {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    return [last, 'POST /v1/shelves'].every((end) => spans.some(({ name }) => name === end)) ? spans : null;
  }, 60_000);
}

const documentStages = STAGES.filter(({ name }) => name !== 'read' && name !== 'recognise').map(
  ({ name }) => `stage ${name}`,
);

test.each([
  { title: 'a small document', pages: 2 },
  { title: 'a long one, whose pages are parsed in ranges', pages: 60 },
])(
  '$title: request, activities, engine jobs and stages are one tree',
  async ({ pages }) => {
    const requestId = `trace-${pages}`;
    const { publicId } = await upload(await textPdf(pages), requestId);
    await service.shelfIn(publicId, ['ready'], 120_000);
    const spans = await traceOf(requestId, 'activity removeWork');
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    expect(byId.size).toBe(spans.length);
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === null);
    expect(roots).toEqual([
      expect.objectContaining({
        service: 'shelfwright-api',
        name: 'POST /v1/shelves',
        spanId: placeOfRequest(requestId).spanId,
      }),
    ]);
    expect(roots[0]?.attributes).toMatchObject({ 'http.response.status_code': 201, 'shelfwright.request': requestId });
    const parentsOf = (kind: string, of: string): string[] =>
      spans
        .filter(({ name }) => name.startsWith(kind))
        .filter(({ parentSpanId }) => !byId.get(parentSpanId ?? '')?.name.startsWith(of))
        .map(({ name }) => name);
    expect(parentsOf('activity ', 'POST ')).toEqual([]);
    expect(parentsOf('engine ', 'activity ')).toEqual([]);
    expect(parentsOf('stage ', 'engine ')).toEqual([]);
    const stages = spans.filter(({ name }) => name.startsWith('stage '));
    expect(stages.map(({ name }) => name).toSorted()).toEqual(documentStages.toSorted());
    for (const stage of stages) {
      const job = byId.get(stage.parentSpanId!)!;
      expect([stage.name, stage.milliseconds <= job.milliseconds]).toEqual([stage.name, true]);
    }
    for (const { name, attributes } of spans.filter((span) => span.name.startsWith('activity ')))
      expect([name, attributes]).toEqual([
        name,
        expect.objectContaining({
          'temporal.workflow_id': `shelf/${publicId}/1`,
          'temporal.task_queue': expect.any(String),
          'temporal.attempt': 1,
          'shelfwright.shelf': publicId,
        }),
      ]);
    const names = new Set(spans.map(({ service: of }) => of));
    expect(names).toEqual(new Set(['shelfwright-api', 'shelfwright-worker']));
  },
  200_000,
);

test('what failed says so by a word of a closed list; probes make no traces; no span holds a key or a file name', async () => {
  const { publicId } = await upload(Buffer.from('%PDF-1.7\nbroken'), 'trace-broken');
  await service.shelfIn(publicId, ['failed']);
  const spans = await traceOf('trace-broken', 'activity removeWork');
  const failed = spans.filter(({ code }) => code === 2).map(({ name }) => name);
  expect(failed.length).toBeGreaterThanOrEqual(2);
  expect(failed.every((name) => /^(activity|engine) /.test(name))).toBe(true);
  await fetch(`${service.baseUrl}/readyz`);
  await service.getShelf(publicId);
  await poll(async () => (collector.spans.some(({ name }) => name === 'GET /v1/shelves/:id') ? true : null), 60_000);
  const all = JSON.stringify(collector.spans);
  expect(all).not.toContain('readyz');
  expect(all).not.toContain(service.apiKey);
  expect(all).not.toContain('document.pdf');
  expect(all).not.toContain(service.account.email);
  expect(collector.headers.every(({ authorization }) => authorization === 'Bearer collectors')).toBe(true);
}, 240_000);

test('a collector that is away costs no request', async () => {
  await collector.stop();
  const { publicId } = await upload(await textPdf(2), 'trace-away');
  expect((await service.shelfIn(publicId, ['ready'])).status).toBe('ready');
  expect(await service.api.stop()).toBe('exit 0');
  collector = await startCollector();
}, 240_000);
