import type { Random } from '../../../base/index.ts';
import type { Service } from '../service.ts';
import { selectVersion } from './api-version.ts';
import { authenticate } from './authenticate.ts';
import type { Caller } from './caller.ts';
import type { Quota } from './rate-limit.ts';
import type { Route } from './route.ts';

/** A request as it arrived at the router. */
export interface Arrival {
  readonly request: Request;
  readonly route: Route;
  /** Values of the path's parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** `/api/v3` below it, else empty. */
  readonly prefix: string;
  /** The address of the peer. */
  readonly address: string;
}

/** A request with all that is known of it before it is checked. */
export interface Exchange extends Arrival {
  readonly url: URL;
  /** Undefined where the version is not known. */
  readonly version: string | undefined;
  /** Who calls; with credentials that are wrong, nobody. */
  readonly caller: Caller;
  readonly hasBadCredentials: boolean;
  readonly quota: Quota;
  readonly requestId: string;
}

/** Looks at a request: who calls, in which version, and what is left of the limit, from which it takes one. */
export function openExchange(arrival: Arrival, service: Service): Exchange {
  const { request, route, address } = arrival;
  const authorization = request.headers.get('authorization');
  const known = authenticate({ authorization, address }, service.tokens);
  const caller: Caller = known ?? { type: 'anonymous', address };
  return {
    ...arrival,
    url: new URL(request.url),
    version: selectVersion(service.dialect, request.headers.get(service.dialect.versionHeader)),
    caller,
    hasBadCredentials: known === undefined,
    quota: route.isFree === true ? service.limiter.look(caller) : service.limiter.take(caller),
    requestId: createRequestId(service.random),
  };
}

/** Five groups of hexadecimal digits, as the real service writes them. */
function createRequestId(random: Random): string {
  return [4, 6, 7, 7, 8].map((length) => random.hex(length).toUpperCase()).join(':');
}
