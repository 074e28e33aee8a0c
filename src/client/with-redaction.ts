import { parseJsonExactly } from '../base/index.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { readUrl } from './request-url.ts';
import type { ApiResponse, Decorator } from './send.ts';

/** A token for cloning that answers with repositories carry: a secret that nobody here needs. */
const CLONE_TOKEN = /("temp_clone_token"\s*:\s*)"(?:[^"\\]|\\.)*"/g;

/**
 * Takes the caller's secrets, those of signed addresses, and clone tokens out of answers that repeat them, before
 * anything else reads them. The one header that stays as it came is the address of a redirect, which nobody prints.
 */
export function withRedaction(secrets: KnownSecrets, origin: string): Decorator {
  return (next) => async (request) => {
    const response = await next(request);
    const target = readUrl(response.headers.get('location'), response.url);
    if (target !== undefined && target.origin !== origin) {
      secrets.note(target);
    }
    const known = secrets.redact(response.text);
    const text = known.includes('temp_clone_token') ? known.replaceAll(CLONE_TOKEN, '$1null') : known;
    const headers = withSafeHeaders(response, secrets);
    return text === response.text
      ? { ...response, headers }
      : { ...response, headers, text, body: parseJsonExactly(text) };
  };
}

function withSafeHeaders({ headers }: ApiResponse, { redact }: KnownSecrets): ReadonlyMap<string, string> {
  return new Map([...headers].map(([name, value]) => [name, name === 'location' ? value : redact(value)]));
}
