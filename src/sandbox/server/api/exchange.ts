import type { Random } from '../../../base/index.ts';
import type { Service } from '../service.ts';
import { selectVersion } from './api-version.ts';
import type { Caller } from './caller.ts';
import { bucketOf, type Quota } from './rate-limit.ts';
import { isReading, type Route } from './route.ts';
import type { SecondaryExcess } from './secondary-limiter.ts';

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
  /** Who calls; undefined where credentials came and are wrong. */
  readonly known: Caller | undefined;
  /** True where too many requests of the caller were under way already. */
  readonly isCrowded: boolean;
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
  /** The secondary limit that the request exceeds, if any. */
  readonly excess: SecondaryExcess | undefined;
  readonly requestId: string;
}

/** Looks at a request: who calls, in which version, and what is left of the limits, from which it takes its share. */
export function openExchange(arrival: Arrival, service: Service): Exchange {
  const { request, route, address, known } = arrival;
  const caller: Caller = known ?? { type: 'anonymous', address };
  return {
    ...arrival,
    url: new URL(request.url),
    version: selectVersion(service.dialect, request.headers.get(service.dialect.versionHeader)),
    caller,
    hasBadCredentials: known === undefined,
    quota: route.isFree === true ? service.limiter.look(caller) : service.limiter.take(caller),
    excess: chargeSecondary(arrival, bucketOf(caller), service),
    requestId: createRequestId(service.random),
  };
}

function chargeSecondary(
  { route, isCrowded }: Arrival,
  bucket: string,
  { secondary }: Service,
): SecondaryExcess | undefined {
  return secondary.charge({
    bucket,
    isCrowded,
    endpoint: `${route.method} ${route.path}`,
    isReading: isReading(route),
    ...(route.makes === undefined ? {} : { makes: route.makes }),
  });
}

/** Five groups of hexadecimal digits, as the real service writes them. */
function createRequestId(random: Random): string {
  return [4, 6, 7, 7, 8].map((length) => random.hex(length).toUpperCase()).join(':');
}
