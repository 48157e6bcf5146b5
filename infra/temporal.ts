/** The client side of Temporal. Every request through it has a deadline: without one the client retries without end. */
import { Client, Connection } from '@temporalio/client';

export interface TemporalOptions {
  /** host:port of the frontend. */
  address: string;
  namespace: string;
}

export interface Temporal {
  connection: Connection;
  namespace: string;
  /**
   * Runs `call` with a deadline for its requests.
   * @throws the client's ServiceError (gRPC code in `cause.code`) when the server is away or does not answer in time
   */
  within<T>(timeoutMs: number, call: (client: Client) => Promise<T>): Promise<T>;
  /** Resolves when the server answers for the namespace; throws as `within`. */
  ping(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Makes a client without connecting: a process may start while Temporal is away, and reconnects by itself. */
export function createTemporal({ address, namespace }: TemporalOptions): Temporal {
  const connection = Connection.lazy({ address });
  const client = new Client({ connection, namespace });
  return {
    connection,
    namespace,
    within: (timeoutMs, call) => connection.withDeadline(Date.now() + timeoutMs, () => call(client)),
    async ping(timeoutMs) {
      await connection.withDeadline(Date.now() + timeoutMs, () =>
        connection.workflowService.describeNamespace({ namespace }),
      );
    },
    close: () => connection.close(),
  };
}

/** Time for one request of an activity or two; the activity's own retries go on from there. */
export const REQUEST_TIMEOUT_MS = 20_000;

/** Whether a client's error says that Temporal does not know the workflow (never started, wiped, or past retention). */
export function isWorkflowNotFound(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === 'WorkflowNotFoundError';
}
