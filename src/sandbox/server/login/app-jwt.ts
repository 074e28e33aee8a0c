import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { isJsonObject, parseJson } from '../../../base/json.ts';
import { Failure } from '../../../model/failure.ts';

/** The sandbox's only GitHub App, and its installation on the organization. */
export const APP_ID = 1;
export const INSTALLATION_ID = 1;

const MAX_LIFETIME_SECONDS = 600;

/** Reads the key of the app in PEM, public or private. */
export function readAppKey(pem: string | undefined): KeyObject | undefined {
  try {
    return pem === undefined ? undefined : createPublicKey(pem);
  } catch (error) {
    throw new Failure('usage', 'Cannot use the key of the app: it is not a key in PEM format', {
      cause: error,
    });
  }
}

/** Why the token that an app has signed is not accepted, in the words of the real service; undefined if it is. */
export function jwtProblem(
  jwt: string,
  { appKey, clock }: { readonly appKey?: KeyObject | undefined; readonly clock: Clock },
): string | undefined {
  const [head = '', claims = '', signature = ''] = jwt.split('.');
  const isSigned =
    appKey !== undefined &&
    verify('sha256', Buffer.from(`${head}.${claims}`), appKey, Buffer.from(signature, 'base64url'));
  const content = parseJson(Buffer.from(claims, 'base64url').toString());
  if (!isSigned || !isJsonObject(content) || String(content['iss']) !== String(APP_ID)) {
    return 'A JSON web token could not be decoded';
  }
  const nowSeconds = Math.floor(clock.now() / 1_000);
  const { iat, exp } = content;
  if (typeof iat !== 'number' || iat > nowSeconds) {
    return "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued";
  }
  if (typeof exp !== 'number' || exp <= nowSeconds) {
    return "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires";
  }
  return exp > nowSeconds + MAX_LIFETIME_SECONDS
    ? "'Expiration time' claim ('exp') is too far in the future"
    : undefined;
}

/** The token of an app in an Authorization header, by its form. */
export function jwtIn(authorization: string | null): string | undefined {
  return /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];
}
