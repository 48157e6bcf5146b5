/** What a server answers to the TypeScript client in its tests. */
import type { Answer, Receiver } from './receiver.js';

export const SHELF_ID = `shf_${'0'.repeat(24)}`;
export const PARSING_SHELF = { publicId: SHELF_ID, status: 'parsing', updatedAt: '2026-01-02T03:04:05.678Z' };
/** Headers of an answer after which a retry does not wait. */
export const AT_ONCE = { 'retry-after': '0' };

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

/** An error of the service. */
export const failure = (
  status: number,
  code: string,
  more: { details?: unknown; headers?: Record<string, string> } = {},
): Answer =>
  json(status, { code, message: `It is ${code}.`, details: more.details }, { 'x-request-id': 'r-1', ...more.headers });

export const eventStream = (body: string): Answer => ({
  status: 200,
  body,
  headers: { 'content-type': 'text/event-stream' },
});

/** Forgets what was received, and answers so in turn; with the last one from then on. */
export function answerInTurn(server: Receiver, ...answers: (Answer | 'reset' | 'hang')[]): void {
  server.received.splice(0);
  server.answerWith((_, number) => answers[Math.min(number, answers.length) - 1]!);
}
