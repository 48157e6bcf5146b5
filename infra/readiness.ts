/** Whether the servers that a process works with answer it. */

export type DependencyState = 'ok' | 'unavailable';

/** Each throws, or says nothing, when its server is away. */
export type Probes = Record<'postgres' | 'temporal' | 's3', () => Promise<unknown>>;

export interface Readiness {
  /** Never throws; answers within three seconds. */
  check(): Promise<Record<keyof Probes, DependencyState>>;
}

/** A server has two chances: one slow answer, or a kept connection that has just broken, makes nobody unready. */
const ATTEMPTS = 2;
const ATTEMPT_MS = 1_500;
/** A question without an answer is forgotten then, and asked anew. */
export const PROBE_MS = 4_000;

/** Of each dependency one question is under way at a time, however often it is asked for. */
export function createReadiness(probes: Probes): Readiness {
  const [postgres, temporal, s3] = [alone(probes.postgres), alone(probes.temporal), alone(probes.s3)];
  return {
    async check() {
      const states = await Promise.all([stateOf(postgres), stateOf(temporal), stateOf(s3)]);
      return { postgres: states[0], temporal: states[1], s3: states[2] };
    },
  };
}

/** Who asks while a question is under way gets its answer: servers that hang heap up no questions. */
function alone(probe: () => Promise<unknown>): () => Promise<boolean> {
  let underWay: Promise<boolean> | null = null;
  const ask = (): Promise<boolean> => {
    const answer = probe().then(
      () => true,
      () => false,
    );
    return within(answer, PROBE_MS).finally(() => (underWay = null));
  };
  return () => (underWay ??= ask());
}

async function stateOf(ask: () => Promise<boolean>): Promise<DependencyState> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) if (await within(ask(), ATTEMPT_MS)) return 'ok';
  return 'unavailable';
}

async function within(answer: Promise<boolean>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
