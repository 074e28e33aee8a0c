import { jsonStringEnd, parseJsonExactly } from '../base/index.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { readUrl } from './request-url.ts';
import type { ApiResponse, Decorator } from './send.ts';

/** Responses with repositories contain a secret that we do not need: a token for cloning, which is this member. */
const CLONE_TOKEN = /"temp_clone_token"\s*:\s*(?=")/g;

/**
 * Redacts the caller's secrets, those of signed addresses, and clone tokens in responses before anything else reads
 * them. The only exception is the address of a redirect, which is never printed.
 */
export function withRedaction(secrets: KnownSecrets, origin: string): Decorator {
  return (next) => async (request) => {
    const response = await next(request);
    const target = readUrl(response.headers.get('location'), response.url);
    if (target !== undefined && target.origin !== origin) {
      secrets.note(target);
    }
    const text = withoutCloneTokens(secrets.redact(response.text));
    const headers = withSafeHeaders(response, secrets);
    return text === response.text
      ? { ...response, headers }
      : { ...response, headers, text, body: parseJsonExactly(text) };
  };
}

function withoutCloneTokens(text: string): string {
  let safe = '';
  let done = 0;
  for (const { 0: member, index } of text.matchAll(CLONE_TOKEN)) {
    const start = index + member.length;
    safe += `${text.slice(done, start)}null`;
    done = jsonStringEnd(text, start);
  }
  return safe + text.slice(done);
}

function withSafeHeaders({ headers }: ApiResponse, secrets: KnownSecrets): ReadonlyMap<string, string> {
  return new Map(
    [...headers].map(([name, value]) => [name, name === 'location' ? value : secrets.redact(value)]),
  );
}
