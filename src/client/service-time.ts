import type { ApiResponse } from './send.ts';

/**
 * The service's time when it answered, in milliseconds since the Unix epoch, by its Date header (RFC 9110,
 * 6.6.1; whole seconds): clocks of machines disagree. Without the header it is `nowMs`.
 */
export function serviceTimeMs(response: Pick<ApiResponse, 'headers'>, nowMs: number): number {
  const dateMs = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(dateMs) ? nowMs : dateMs;
}
