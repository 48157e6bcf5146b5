/** What was sent is what is on record, and was sent again only for a reason. */
import type { EntityManager } from 'typeorm';
import type { Target } from '../fault-plan.js';
import type { FaultDone } from '../faults.js';
import type { Ledger, SentAgain } from '../ledger.js';
import type { Received } from '../receiver.js';
import { checked, type Check } from '../table.js';
import { readReceived } from './received.js';

interface AttemptRow {
  /** Event and endpoint, as in `keyOf`. */
  key: string;
  number: number;
  statusCode: number | null;
}

/** How long after its end a fault can still cost the record of an attempt; of other targets none does. */
const FELT_MS: Partial<Record<Target, number>> = {
  worker: 15_000, // asked to end, it breaks off after 14 s what is under way
  postgres: 10_000, // what waited for it goes on
  temporal: 30_000, // until it is there again, and heartbeats were missed for 10 s
};
/** An attempt that meets no fault is on record by then: its request takes 15 s at most. */
const ATTEMPT_MS = 25_000;
/** `webhook-timestamp` is cut to the second. */
const CLOCK_MS = 1_000;
/** The request of one attempt is made again when its record was lost: by a worker or Postgres, in that very moment. */
const MAX_REPEATS = 3;

export interface RepeatDeps {
  manager: EntityManager;
  /** The receiver's file. */
  recordPath: string;
  faults: readonly FaultDone[];
  ledger: Ledger;
}

export async function checkRepeats({ manager, recordPath, faults, ledger }: RepeatDeps): Promise<Check[]> {
  const attempts = await readAttempts(manager);
  const received = readReceived(recordPath);
  const sent = Map.groupBy(received, (line) => `${keyOf(line)} ${line.attempt}`);
  const known = new Map(attempts.map((row) => [`${row.key} ${row.number}`, row]));
  const byDelivery = Map.groupBy(attempts, ({ key }) => key);
  return [
    checked('deliveries: webhook-attempt and record agree', attempts.length, [
      ...[...byDelivery].filter(([, rows]) => !areNumbered(rows)).map(([key, rows]) => `${key}: ${numbersOf(rows)}`),
      ...attempts.flatMap((row) => differenceOf(row, sent.get(`${row.key} ${row.number}`) ?? []) ?? []),
      ...[...sent.keys()].filter((key) => !known.has(key)).map((key) => `${key} is not on record`),
    ]),
    checked(
      'deliveries: one success, and one for each redelivery',
      byDelivery.size,
      [...byDelivery].flatMap(([key, rows]) => successesAmiss(key, rows, ledger.sentAgain.get(key)) ?? []),
    ),
    checked(
      'deliveries: sent again only for a fault',
      received.length,
      [...sent].flatMap(([key, lines]) => needless(lines, faults).map((why) => `${key}: ${why}`)),
    ),
  ];
}

const keyOf = ({ id, endpoint }: Received): string => `${id} ${endpoint}`;
const isSuccess = ({ statusCode }: AttemptRow): boolean => statusCode === 204;

function successesAmiss(key: string, rows: readonly AttemptRow[], again: SentAgain | undefined): string | null {
  const { told, asked } = again ?? { told: 0, asked: 0 };
  const successes = rows.filter(isSuccess).length;
  const isDue = successes >= 1 + told && successes <= 1 + asked;
  return isDue ? null : `${key}: ${successes}, asked for again ${asked} times, promised ${told}`;
}

const numbersOf = (rows: readonly AttemptRow[]): string => rows.map(({ number }) => number).join();
const areNumbered = (rows: readonly AttemptRow[]): boolean => rows.every(({ number }, index) => number === index + 1);

async function readAttempts(manager: EntityManager): Promise<AttemptRow[]> {
  return manager.query<AttemptRow[]>(
    `SELECT delivery.event_id || ' ' || endpoint.public_id AS key, attempt.number, attempt.status_code AS "statusCode"
     FROM delivery_attempts attempt
     JOIN deliveries delivery ON delivery.id = attempt.delivery_id
     JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
     ORDER BY key, attempt.number`,
  );
}

/** A reply on record was given; that nothing is on record does not mean that nothing came. */
function differenceOf({ key, number, statusCode }: AttemptRow, lines: readonly Received[]): string | null {
  if (statusCode === null || lines.some(({ status }) => status === statusCode)) return null;
  return `${key} ${number}: ${statusCode} on record, received ${lines.map(({ status }) => status).join() || 'nothing'}`;
}

/**
 * Requests of one attempt: each but the first needs a fault that could cost the record of the one before it. Times are those
 * of the sender: a receiver that was stopped reads late.
 */
export function needless(lines: readonly Pick<Received, 'timestamp'>[], faults: readonly FaultDone[]): string[] {
  const times = lines.map(({ timestamp }) => Number(timestamp) * 1000).sort((a, b) => a - b);
  const found = times.slice(1).flatMap((againMs, index) => {
    const beforeMs = times[index] ?? againMs;
    const lastMs = Math.min(againMs, beforeMs + ATTEMPT_MS) + CLOCK_MS;
    const isFelt = faults.some(({ target, beganMs, stopMs }) => {
      const feltMs = FELT_MS[target];
      return feltMs !== undefined && beganMs <= lastMs && beganMs + stopMs + feltMs >= beforeMs;
    });
    return isFelt ? [] : [`again at ${new Date(againMs).toISOString()} without a fault`];
  });
  return times.length - 1 > MAX_REPEATS ? [...found, `${times.length} times`] : found;
}
