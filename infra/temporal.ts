/** The Temporal client. Every request has a deadline, because without one the client retries for ever. */
import { Client, Connection } from '@temporalio/client';
import type { TemporalConfig } from './temporal-config.js';

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
  const connection = Connection.lazy(connectionOptions(config));
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
    close: () => connection.close(),
  };
}

/** What a client, and the connection of a worker, are opened with. */
export function connectionOptions({ namespace: _namespace, ...connection }: TemporalConfig) {
  // copies: the SDK completes what it is given, and the configuration is frozen
  const { tls, metadata } = connection;
  return {
    ...connection,
    ...(typeof tls === 'object' && { tls: { ...tls } }),
    ...(metadata && { metadata: { ...metadata } }),
  };
}
