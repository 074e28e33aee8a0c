import { redactSecrets } from '../base/index.ts';

/** The address without user name, password, query and fragment: signed links carry their secret in the query. */
export function redactUrl(url: URL): string {
  const place = url.host === '' ? url.protocol : url.origin;
  return redactSecrets(`${place}${url.pathname}`);
}
