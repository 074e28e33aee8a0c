import type { Dialect } from '../model/index.ts';
import type { Decorator } from './send.ts';

interface DialectHeaderOptions {
  readonly dialect: Dialect;
  /** One of the dialect's versions (specification 9). */
  readonly apiVersion: string;
  readonly userAgent: string;
}

/** Adds the headers that the service requires (specification 4.0); without a user agent it answers 403. */
export function withDialectHeaders({ dialect, apiVersion, userAgent }: DialectHeaderOptions): Decorator {
  return (next) => (request) =>
    next({
      ...request,
      headers: {
        accept: dialect.mediaType,
        'user-agent': userAgent,
        [dialect.versionHeader.toLowerCase()]: apiVersion,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
        ...request.headers,
      },
    });
}
