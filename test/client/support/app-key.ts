import { generateKeyPairSync } from 'node:crypto';

/** An RSA key like that of a GitHub App, in the format of the service's .pem files, made once for each process. */
export const APP_PEM = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
