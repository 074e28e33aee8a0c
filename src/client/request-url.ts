import { invariant } from '../base/index.ts';
import type { ApiCall } from './send.ts';

/** The address of a call below the base URL, whose own path (`/api/v3`) stays in front. */
export function requestUrl(baseUrl: URL, call: Pick<ApiCall, 'route' | 'parameters' | 'query'>): URL {
  const path = call.route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = call.parameters?.[name];
    invariant(value !== undefined, `the route ${call.route} has a value for {${name}}`);
    return encodeSegment(String(value));
  });
  const url = new URL(baseUrl);
  url.pathname = `${baseUrl.pathname.replace(/\/+$/, '')}${path}`;
  for (const [name, value] of Object.entries(call.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) {
        url.searchParams.append(name, String(item));
      }
    }
  }
  return url;
}

/** One path segment. The URL parser would resolve `.` and `..` even when escaped, so they never get there. */
function encodeSegment(value: string): string {
  invariant(value !== '' && value !== '.' && value !== '..', `"${value}" can be a segment of a path`);
  return encodeURIComponent(value);
}
