import { Failure } from '../base/index.ts';
import { checkTokenText } from './check-token.ts';

/** A token, the id and secret of an OAuth app (for public data), or neither. */
export interface Credentials {
  readonly token?: string;
  readonly application?: { readonly clientId: string; readonly clientSecret: string };
}

/** Credentials in the form that requests need. */
export interface Caller {
  /** The value of the Authorization header; undefined for an anonymous caller. */
  readonly authorization: string | undefined;
  /** All texts that must never be shown, including the encoded form in the header. */
  readonly secrets: readonly string[];
}

/** Reads credentials (specification 5, rule 1): `Bearer` for a token, `Basic` for an OAuth app. */
export function readCredentials({ token, application }: Credentials): Caller {
  if (token !== undefined && application !== undefined) {
    throw new Failure('usage', 'Cannot use a token and a client secret at once');
  }
  if (token !== undefined) {
    checkTokenText(token);
    return { authorization: `Bearer ${token}`, secrets: [token] };
  }
  if (application === undefined) {
    return { authorization: undefined, secrets: [] };
  }
  const { clientId, clientSecret } = application;
  if (!/^[\w.-]+$/.test(clientId) || !/^[\x21-\x7e]+$/.test(clientSecret)) {
    throw new Failure(
      'usage',
      'Cannot use the client id and secret: one of them is empty or contains unexpected characters',
    );
  }
  const encoded = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return { authorization: `Basic ${encoded}`, secrets: [clientSecret, encoded] };
}
