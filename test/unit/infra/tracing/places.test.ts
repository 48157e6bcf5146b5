import { expect, test } from '@jest/globals';
import { at, currentPlace, isSampled, newPlace, placeOfRequest } from '../../../../infra/tracing/places.js';
import { openTracing } from '../../../../infra/tracing/tracing.js';

test('a request’s place is the same in every process, and another one for another request', () => {
  const place = placeOfRequest('request-1');
  expect(place).toEqual({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(placeOfRequest('request-1')).toEqual(place);
  expect(placeOfRequest('request-2').traceId).not.toBe(place.traceId);
});

test('a new place is in the trace of its parent, or in one of its own', () => {
  const parent = placeOfRequest('request-1');
  expect(newPlace(parent)).toEqual({ traceId: parent.traceId, spanId: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(newPlace(null).traceId).not.toBe(newPlace(null).traceId);
});

test('the current place is that of the innermost span, also of work at the same time', async () => {
  const [one, other] = [newPlace(null), newPlace(null)];
  const look = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return currentPlace();
  };
  expect(await Promise.all([at(one, look), at(other, look), look()])).toEqual([one, other, null]);
  expect(at(one, () => at(other, currentPlace))).toEqual(other);
});

test('of many traces about so many are sampled as the percentage says, all of their spans or none', () => {
  const places = Array.from({ length: 4_000 }, (_, number) => placeOfRequest(`request-${number}`));
  const share = (percent: number) => places.filter((place) => isSampled(place, percent)).length / places.length;
  expect(share(100)).toBe(1);
  expect(share(10)).toBeGreaterThan(0.07);
  expect(share(10)).toBeLessThan(0.13);
  for (const place of places.slice(0, 50)) expect(isSampled(newPlace(place), 10)).toBe(isSampled(place, 10));
});

test('without a collector there are no traces', async () => {
  expect(await openTracing(null, 'api')).toBeNull();
});
