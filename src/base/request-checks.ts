import { createHash, timingSafeEqual } from 'node:crypto';

/** The names by which programs and browsers of this machine call a server on it. */
export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The name in a `Host` header, without its port. */
export function hostNameOf(header: string): string {
  return header.toLowerCase().replace(/:\d+$/, '');
}

/** Compares what a request sent with a secret, in a time that says nothing of either. */
export function isSameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(wanted));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
