import { ApiError } from './client.js';

/** Errors of a form by field, from the field that the API refused; none where it names no field. */
export function fieldErrors(error: unknown): Record<string, string> {
  return error instanceof ApiError && error.field !== null ? { [error.field]: error.message } : {};
}
