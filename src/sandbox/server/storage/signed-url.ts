import { createHmac } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { isSameSecret } from '../../../base/request-checks.ts';
import { compactTime } from '../../../base/run-id.ts';

interface LinkOptions {
  readonly clock: Clock;
  readonly secret: string;
  readonly ttlMs: number;
}

/** The result of checking the signature of a request. */
export type LinkVerdict =
  | { readonly type: 'forged' | 'unsigned' | 'valid' }
  | { readonly type: 'expired'; readonly expiredAtMs: number; readonly lifetimeSeconds: number };

const SIGNATURE = 'X-Amz-Signature';

/**
 * Signs and checks temporary URLs of objects. The query has the parameters of storage services, but the signature is a
 * simpler one: HMAC-SHA-256 over method, host, path and all other parameters.
 */
export class LinkSigner {
  readonly #options: LinkOptions;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** The signed URL of an object, for download under a file name by an account. */
  sign(target: URL, { fileName, actorId }: { readonly fileName: string; readonly actorId: number }): string {
    const { clock, ttlMs } = this.#options;
    const url = new URL(target);
    const date = compactTime(clock.now());
    url.search = new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `SANDBOX/${date.slice(0, 8)}/sandbox/s3/aws4_request`,
      'X-Amz-Date': date,
      'X-Amz-Expires': String(Math.ceil(ttlMs / 1000)),
      'X-Amz-SignedHeaders': 'host',
      actor_id: String(actorId),
      'response-content-disposition': `filename=${fileName}`,
      'response-content-type': 'application/x-gzip',
    }).toString();
    url.searchParams.set(SIGNATURE, this.#signatureOf('GET', url));
    return url.href;
  }

  check(method: string, url: URL): LinkVerdict {
    const query = url.searchParams;
    const signature = query.get(SIGNATURE);
    if (signature === null) {
      return { type: 'unsigned' };
    }
    if (!isSameSecret(signature, this.#signatureOf(method, url))) {
      return { type: 'forged' };
    }
    const lifetimeSeconds = Number(query.get('X-Amz-Expires'));
    const expiredAtMs = parseBasicTimestamp(query.get('X-Amz-Date') ?? '') + lifetimeSeconds * 1000;
    return this.#options.clock.now() > expiredAtMs
      ? { type: 'expired', expiredAtMs, lifetimeSeconds }
      : { type: 'valid' };
  }

  #signatureOf(method: string, url: URL): string {
    const parameters = [...url.searchParams]
      .filter(([name]) => name !== SIGNATURE)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .sort();
    const text = [method, url.host, url.pathname, ...parameters].join('\n');
    return createHmac('sha256', this.#options.secret).update(text).digest('hex');
  }
}

function parseBasicTimestamp(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
}
