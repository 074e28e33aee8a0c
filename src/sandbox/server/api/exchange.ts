import type { Dialect } from '../../../model/dialects.table.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { bucketOf } from './rate-limit.ts';
import { isReading, type Route } from './route.ts';

/** A request before its limits are charged. */
export interface Arrival {
  readonly request: Request;
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
  /** `/api/v3` or empty. */
  readonly prefix: string;
  readonly address: string;
  /** The caller; undefined for wrong credentials. */
  readonly known: Caller | undefined;
  /** True if the caller already has too many concurrent requests. */
  readonly isCrowded: boolean;
}

/** A request before it is checked. */
export type Exchange = ReturnType<typeof openExchange>;

/** Determines caller and version of a request, and charges it to the limits. */
export function openExchange(arrival: Arrival, service: Service) {
  const { request, route, address, known, isCrowded } = arrival;
  const caller: Caller = known ?? { type: 'anonymous', address };
  return {
    ...arrival,
    url: new URL(request.url),
    /** Undefined for an unknown version. */
    version: selectVersion(service.dialect, request.headers.get(service.dialect.versionHeader)),
    /** Anonymous for wrong credentials. */
    caller,
    hasBadCredentials: known === undefined,
    quota: route.isFree === true ? service.limiter.peek(caller) : service.limiter.take(caller),
    /** The secondary limit that the request exceeds, if any. */
    excess: service.secondary.charge({
      bucket: bucketOf(caller),
      isCrowded,
      endpoint: `${route.method} ${route.path}`,
      isReading: isReading(route),
      makes: route.makes,
    }),
    requestId: createRequestId(service),
  };
}

/** Five groups of hexadecimal digits, like those of the real service. */
function createRequestId({ random }: Service): string {
  return [4, 6, 7, 7, 8].map((length) => random.hex(length).toUpperCase()).join(':');
}

/** The API version of a request, the standard one without a header; undefined for an unknown one (specification 9). */
function selectVersion(dialect: Dialect, header: string | null): string | undefined {
  const [, standard] = dialect.apiVersions;
  const wanted = header ?? standard;
  return dialect.apiVersions.find((version) => version === wanted);
}
