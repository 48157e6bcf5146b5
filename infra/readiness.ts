/** Readiness: whether the dependencies of a process answer. */

export type DependencyState = 'ok' | 'unavailable';

/** Each throws, or does not settle, when its dependency is unavailable. */
export type Probes = Record<'postgres' | 'temporal' | 's3', () => Promise<unknown>>;

type Probe = () => Promise<boolean>;

export interface Readiness {
  /** Never throws; resolves within three seconds. */
  check(): Promise<Record<keyof Probes, DependencyState>>;
}

/** Two attempts, so that one slow answer, or an idle connection that has just broken, does not make a process unready. */
const ATTEMPTS = 2;
const ATTEMPT_MS = 1_500;
/** A probe without an answer is abandoned after this time. */
export const PROBE_MS = 4_000;

/** At most one probe of each dependency is in flight, however often the readiness is checked. */
export function createReadiness(probes: Probes): Readiness {
  const [postgres, temporal, s3] = [probes.postgres, probes.temporal, probes.s3].map(singleFlight) as [
    Probe,
    Probe,
    Probe,
  ];
  return {
    async check() {
      const states = await Promise.all([stateOf(postgres), stateOf(temporal), stateOf(s3)]);
      return { postgres: states[0], temporal: states[1], s3: states[2] };
    },
  };
}

/** Shares a probe that is in flight, so that probes do not pile up at a server that hangs. */
function singleFlight(probe: () => Promise<unknown>): () => Promise<boolean> {
  let inFlight: Promise<boolean> | null = null;
  const ask = (): Promise<boolean> => {
    const answer = probe().then(
      () => true,
      () => false,
    );
    return within(answer, PROBE_MS, false).finally(() => (inFlight = null));
  };
  return () => (inFlight ??= ask());
}

async function stateOf(ask: () => Promise<boolean>): Promise<DependencyState> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) if (await within(ask(), ATTEMPT_MS, false)) return 'ok';
  return 'unavailable';
}

/** The answer, or `late` after that time; the question continues. */
export async function within<T>(answer: Promise<T>, timeoutMs: number, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), timeoutMs);
  });
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}
