import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readAppKey, signAppJwt } from '../../../src/client/identity/app-jwt.ts';
import { APP_PEM } from '../support/app-key.ts';

const NOW_MS = Date.parse('2026-05-04T10:00:00.700Z');

describe('signAppJwt()', () => {
  it('signs the claims that the service requires, with RS256', () => {
    const jwt = signAppJwt('Iv23abc', readAppKey(APP_PEM.privateKey), NOW_MS);
    const [head = '', claims = '', signature = ''] = jwt.split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT' });
    const nowSeconds = Math.floor(NOW_MS / 1_000);
    expect(read(claims)).toEqual({ iat: nowSeconds - 60, exp: nowSeconds + 540, iss: 'Iv23abc' });
    const key = createPublicKey(APP_PEM.publicKey);
    const text = Buffer.from(`${head}.${claims}`);
    expect(verify('sha256', text, key, Buffer.from(signature, 'base64url'))).toBe(true);
  });
});

describe('readAppKey()', () => {
  const elliptic = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const locked = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
  });
  const openSsh = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----\n';

  it.each([
    ['a public key', APP_PEM.publicKey, 'it is a public key'],
    ['an EC key', elliptic.privateKey, 'its type is ec, not RSA'],
    ['a key with a passphrase', locked.privateKey, 'it is protected by a passphrase'],
    ['a key of OpenSSH', openSsh, 'it is in the format of OpenSSH'],
    [
      'a cut key',
      APP_PEM.privateKey.slice(0, 300),
      'it is not a private key in PEM format, or is incomplete',
    ],
    ['a token', 'ghp_0123456789', 'it is not a private key in PEM format, or is incomplete'],
  ])('rejects %s, and does not show it', (_, pem, found) => {
    expect(() => readAppKey(pem)).toThrow(
      expect.objectContaining({ code: 'usage', message: `Cannot use the key of the app: ${found}` }),
    );
    expect(() => readAppKey(pem)).not.toThrow(pem.split('\n')[1] || pem);
  });

  it('reads PKCS #1, which the service gives out, and PKCS #8', () => {
    const key = readAppKey(APP_PEM.privateKey);
    const other = readAppKey(key.export({ type: 'pkcs8', format: 'pem' }).toString());
    expect(other.equals(key)).toBe(true);
  });
});
