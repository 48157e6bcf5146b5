/** The Temporal client. Every request has a deadline, because without one the client retries for ever. */
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import type { TemporalConfig } from './temporal-config.js';

/** Node may run a timer that was set earlier, for the same moment, after one that was set later. */
const TIMER_SLACK_MS = 20;

export interface Temporal {
  connection: Connection;
  namespace: string;
  /**
   * Runs `call` with a deadline for its requests.
   * @throws the client's ServiceError (gRPC code in `cause.code`) when the server is unavailable or too slow
   */
  within<T>(timeoutMs: number, call: (client: Client) => Promise<T>): Promise<T>;
  /** The same, and the signal ends it as well. */
  abortable<T>(timeoutMs: number, signal: AbortSignal, call: (client: Client) => Promise<T>): Promise<T>;
  /** Resolves when the server answers for the namespace; throws like `within`. */
  ping(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Creates a client without connecting: a process can start while Temporal is unavailable, and reconnects by itself. */
export function createTemporal(config: TemporalConfig): Temporal {
  const { namespace } = config;
  const retries = createRetries();
  const connection = Connection.lazy({ ...connectionOptions(config), interceptors: [retries.interceptor] });
  const client = new Client({ connection, namespace });
  return {
    connection,
    namespace,
    within: (timeoutMs, call) => connection.withDeadline(Date.now() + timeoutMs, () => call(client)),
    abortable: (timeoutMs, signal, call) =>
      connection.withDeadline(Date.now() + timeoutMs, () => connection.withAbortSignal(signal, () => call(client))),
    async ping(timeoutMs) {
      await connection.withDeadline(Date.now() + timeoutMs, () =>
        connection.workflowService.describeNamespace({ namespace }),
      );
    },
    async close() {
      await retries.end();
      await connection.close();
    },
  };
}

/**
 * The client's own retries, which end before the connection does: a retry on a closed channel throws from its timer, which
 * ends the process. A retry is at most 6 s away.
 */
function createRetries() {
  const usual = defaultGrpcRetryOptions();
  let isEnding = false;
  let lastAtMs = -Infinity;
  return {
    interceptor: makeGrpcRetryInterceptor({
      retryableDecider: (attempt, status) => !isEnding && usual.retryableDecider(attempt, status),
      delayFunction(attempt, status) {
        const delayMs = usual.delayFunction(attempt, status);
        lastAtMs = Math.max(lastAtMs, performance.now() + delayMs);
        return delayMs;
      },
    }),
    async end() {
      isEnding = true;
      const leftMs = lastAtMs - performance.now();
      if (leftMs > -TIMER_SLACK_MS) await pause(Math.max(leftMs, 0) + TIMER_SLACK_MS);
    },
  };
}

/** What a client, and the connection of a worker, are opened with. */
export function connectionOptions({ namespace: _namespace, ...connection }: TemporalConfig) {
  // copies: the SDK adds defaults to its options, and the configuration is frozen
  const { tls, metadata } = connection;
  return {
    ...connection,
    ...(typeof tls === 'object' && { tls: { ...tls } }),
    ...(metadata && { metadata: { ...metadata } }),
  };
}
