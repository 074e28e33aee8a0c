import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { Failure, messageOf } from '../../model/failure.ts';

/** The service rejects a token from the future, so tokens are dated back, as its documentation recommends. */
const BACKDATED_SECONDS = 60;

/** The service accepts at most ten minutes. */
const LIFETIME_SECONDS = 9 * 60;

/** What people have in place of the RSA key in PEM that the service gives out. */
const OTHER_KEYS: readonly (readonly [pattern: RegExp, found: string])[] = [
  [/BEGIN [A-Z ]*PUBLIC KEY/, 'it is a public key'],
  [/BEGIN OPENSSH PRIVATE KEY/, 'it is in the format of OpenSSH'],
  [/ENCRYPTED/, 'it is protected by a passphrase'],
  [/BEGIN CERTIFICATE/, 'it is a certificate'],
];

/** Reads the private key of an app. Messages never contain the key. */
export function readAppKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (error) {
    const known = OTHER_KEYS.find(([pattern]) => pattern.test(pem));
    const found = known?.[1] ?? 'it is not a private key in PEM format, or is incomplete';
    throw wrongKey(found, new Error(messageOf(error)));
  }
  const { asymmetricKeyType: type = 'unknown' } = key;
  if (type !== 'rsa') {
    throw wrongKey(`its type is ${type}, not RSA`);
  }
  return key;
}

function wrongKey(found: string, cause?: Error): Failure {
  return new Failure('usage', `Cannot use the key of the app: ${found}`, {
    ...(cause === undefined ? {} : { cause }),
    hint: 'Use the .pem file from "Generate a private key" in the settings of the app; its first line is -----BEGIN RSA PRIVATE KEY-----',
  });
}

/** Signs the JSON web token with which an app calls as itself (RFC 7519; RS256 as in RFC 7518, 3.3). */
export function signAppJwt(appId: string, key: KeyObject, nowMs: number): string {
  const nowSeconds = Math.floor(nowMs / 1_000);
  const claims = {
    iat: nowSeconds - BACKDATED_SECONDS,
    exp: nowSeconds + LIFETIME_SECONDS,
    iss: appId,
  };
  const text = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
