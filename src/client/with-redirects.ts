import { Failure } from '../model/index.ts';
import { redactUrl } from './known-secrets.ts';
import { readUrl } from './request-url.ts';
import type { ApiRequest, ApiResponse, Decorator } from './send.ts';

/** More redirects are a loop. */
const MAX_REDIRECTS = 5;

/** Permanent and temporary moves (specification 4.3; RFC 9110, 15.4). */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/** 307 and 308 keep the method. After 301 and 302 clients differ, so only reads are redirected. */
const KEEPS_METHOD: ReadonlySet<number> = new Set([307, 308]);

/** Follows redirects on the same origin, unless the call expects their status. */
export function withRedirects(origin: string): Decorator {
  return (next) => async (request) => {
    let current = request;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const response = await next(current);
      if (!REDIRECT_STATUSES.has(response.status) || request.expects?.includes(response.status) === true) {
        return response;
      }
      current = { ...current, url: redirectTarget(current, response, origin) };
    }
    throw new Failure(
      'not-the-service',
      `Cannot ${request.action}: "${redactUrl(request.url)}" redirects more than ${MAX_REDIRECTS} times`,
    );
  };
}

function redirectTarget(request: ApiRequest, response: ApiResponse, origin: string): URL {
  const target = readUrl(response.headers.get('location'), request.url);
  if (target === undefined) {
    throw refusal('not-the-service', request, 'redirects without a Location header');
  }
  if (target.origin !== origin) {
    const place = target.host === '' ? target.protocol : target.origin;
    throw refusal('location-refused', request, `redirects to another origin, "${place}"`);
  }
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!isReading && !KEEPS_METHOD.has(response.status)) {
    throw refusal(
      'not-the-service',
      request,
      `answers ${request.method} with a redirect (${response.status})`,
    );
  }
  return target;
}

function refusal(code: 'not-the-service' | 'location-refused', request: ApiRequest, found: string): Failure {
  return new Failure(code, `Cannot ${request.action}: "${redactUrl(request.url)}" ${found}`);
}
