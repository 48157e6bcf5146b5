/** The engine in processes of its own, as a worker has it, with time enough for a loaded machine. */
import { createLogger } from '../../infra/logger.js';
import { createEnginePool, type EnginePool } from '../../worker/engine-pool.js';
import { findConfinement, type Confinement } from '../../worker/sandbox/confinement.js';
import { HOUR_MS } from './activities.js';

/** One process at a time. Call `close` in `afterAll`. */
export function startEngine({
  startAhead,
  documentTimeoutMs = HOUR_MS,
  confinement = findConfinement(),
}: {
  startAhead: boolean;
  documentTimeoutMs?: number;
  confinement?: Confinement;
}): EnginePool {
  return createEnginePool({
    startAhead,
    concurrency: 1,
    memoryBytes: 1024 ** 3,
    pageTimeoutMs: 20_000,
    documentTimeoutMs,
    confinement,
    recognition: { languages: 'eng', dataDir: null, pageTimeoutMs: 60_000 },
    log: createLogger({ level: 'silent', name: 'test' }),
  });
}

/** Its processes end before they have loaded the engine. */
export const UNSTARTABLE: Confinement = { bubblewrap: { program: '/usr/bin/false', filtered: false }, missing: null };
