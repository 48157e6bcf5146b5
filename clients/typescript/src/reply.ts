/** What a reply holds, or the error that it stands for. */
import { ApiError, NoAnswerError } from './errors.js';
import type { Operation } from './operation.js';
import { readRetryAfter } from './retry.js';

/** Reads the reply of an operation. Rejects with ApiError for an error of the service, NoAnswerError for what is no reply of it. */
export async function readReply(operation: Operation, response: Response): Promise<unknown> {
  if (!response.ok) throw await errorOf(operation.id, response);
  if (operation.reply === 'response') return response;
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const asText = operation.reply === 'text' || (operation.reply === 'mixed' && !isJson);
  const text = await bodyOf(operation.id, response);
  if (asText) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new NoAnswerError(operation.id, `the reply of ${operation.id} is not JSON`, error);
  }
}

async function bodyOf(operation: string, response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw new NoAnswerError(operation, `the reply of ${operation} broke off`, error);
  }
}

/** The error in a reply. One without the service's body comes from what stands in front of it. */
export async function errorOf(operation: string, response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const text = await bodyOf(operation, response);
  const { code, message, details } = parsed(text);
  return new ApiError({
    operation,
    status,
    code: code ?? `HTTP_${status}`,
    message: message ?? `${operation} was answered with ${status}`,
    details,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
  });
}

interface Parsed {
  code?: string;
  message?: string;
  details?: unknown;
}

function parsed(text: string): Parsed {
  if (!text.startsWith('{')) return {};
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    const { code, message, details } = body;
    return {
      ...(typeof code === 'string' && { code }),
      ...(typeof message === 'string' && { message }),
      details,
    };
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
