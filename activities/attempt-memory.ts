/**
 * What an attempt of an activity knows of the attempts before it. It is carried in the details of heartbeats, which the
 * server keeps from one attempt to the next, whatever becomes of the worker.
 *
 * - Defects. Temporal counts all attempts alike, so a minute's outage would use up the retries of a defect, just when
 *   unknown errors are most likely.
 * - Deaths of workers. An attempt that is at work names its process; one that ends, in whatever way, removes the name. A
 *   name that the next attempt still finds, and that is not its own process's, belongs to a process that was never heard of
 *   again. A worker that stops in order leaves none, nor does a task that was lost on its way to a worker. An activity that
 *   works on many documents also names the current one, and only deaths of that one are counted.
 * - How far a long walk has come.
 */
import { randomUUID } from 'node:crypto';

/** Of this process, for as long as it lives. */
const PROCESS_ID = randomUUID().slice(0, 8);

/** As heartbeats carry it. Releases up to 0.5.0 sent no details. */
interface Details {
  defects: number;
  deaths: number;
  /** The process in which the attempt is at work; null when it has ended, or has to wait before it begins. */
  atWork: string | null;
  /** The one that `deaths` counts for; left out where the activity has no other. */
  document?: string;
  /** Up to where a walk is done; left out where there is none. */
  position?: string;
}

const NAMES = ['defects', 'deaths', 'atWork', 'document', 'position'] as const satisfies (keyof Details)[];

export interface AttemptMemory {
  /** How many attempts ended with a defect. */
  readonly defects: number;
  /** How many worker processes died while an attempt was at work: on the document that was named last, if one was. */
  readonly deaths: number;
  /** What was kept last, by this attempt or one before; null if nothing was. */
  readonly position: string | null;
  /** For the details of the next heartbeat. */
  details(): Details;
  /** What follows is about this document of many; the deaths that another one has caused are forgotten. */
  setDocument(document: string): void;
  /** The attempt is at work from now on. */
  begin(): void;
  /** The attempt has ended; returns whether the server has to be notified, so that the next attempt knows. */
  end(): boolean;
  countDefect(): void;
  /** The next attempt continues after `position`. */
  keep(position: string): void;
}

/** @param heartbeatDetails of the attempt before, as `Info` has them */
export function recallAttempts(heartbeatDetails: unknown): AttemptMemory {
  const before = parse(heartbeatDetails);
  const lost = before.atWork !== null && before.atWork !== PROCESS_ID;
  const state: Details = { ...before, deaths: before.deaths + (lost ? 1 : 0), atWork: null };
  let recorded: Details = before;
  return {
    get defects() {
      return state.defects;
    },
    get deaths() {
      return state.deaths;
    },
    get position() {
      return state.position ?? null;
    },
    details: () => (recorded = { ...state }),
    setDocument(document) {
      if (document !== state.document) state.deaths = 0;
      state.document = document;
    },
    begin() {
      state.atWork = PROCESS_ID;
    },
    end() {
      state.atWork = null;
      return NAMES.some((name) => state[name] !== recorded[name]);
    },
    countDefect() {
      state.defects += 1;
    },
    keep(position) {
      state.position = position;
    },
  };
}

function parse(details: unknown): Details {
  const { defects, deaths, atWork, document, position } = (details ?? {}) as Partial<Record<keyof Details, unknown>>;
  return {
    defects: count(defects),
    deaths: count(deaths),
    atWork: typeof atWork === 'string' ? atWork : null,
    ...(typeof document === 'string' && { document }),
    ...(typeof position === 'string' && { position }),
  };
}

const count = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);
