import type { Dialect } from '../../../model/index.ts';

/**
 * The API version that a request selects: the header's, or the standard one without a header.
 * `undefined` means a version that the service does not know (specification 9).
 */
export function selectVersion(dialect: Dialect, header: string | null): string | undefined {
  const [, standard] = dialect.apiVersions;
  const wanted = header ?? standard;
  return dialect.apiVersions.find((version) => version === wanted);
}

/** True for the versions in which migrations carry full repository records and `/rate_limit` a `rate` of its own. */
export function isStandardVersion(dialect: Dialect, version: string): boolean {
  return version === dialect.apiVersions[1];
}
