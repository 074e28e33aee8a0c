import { jsonStringEnd, parseJsonExactly } from '../../base/json.ts';
import { createRedactor } from '../../model/redact-secrets.ts';
import { readUrl } from '../request-url.ts';
import type { ApiResponse, Decorator } from '../send.ts';

/** How many values from addresses are remembered. */
const MAX_VALUES = 64;

/** How many of its own secrets a client remembers; tokens that were renewed often are no longer valid. */
const MAX_OWN = 16;

/** Names of query parameters that contain signatures or keys. */
const SIGNING_NAME = /sig|cred|token|key|secret|hmac|hash|auth|policy/i;

/** What looks like a key and not like a time: answers may name the second at which a signed address begins or ends. */
const KEY_LIKE = /^(?!\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)$)(?=\D*\d)\S{20,}$/;

/** The secrets of a client: its own, and those of the signed addresses that it received. */
export class KnownSecrets {
  #own: readonly string[] = [];
  readonly #values = new Set<string>();
  #redact = createRedactor([]);

  /** Redacts the secrets, and nothing else. */
  redact(text: string): string {
    return this.#redact(text);
  }

  /** Whether a text has a secret of the client, in whatever form. */
  hasOwn(text: string): boolean {
    return createRedactor(this.#own)(text) !== text;
  }

  add(secret: string): void {
    this.#own = [...this.#own, secret].slice(-MAX_OWN);
    this.#redact = createRedactor([...this.#own, ...this.#values]);
  }

  note(address: URL): void {
    const found = [...address.searchParams].filter(
      ([name, value]) => SIGNING_NAME.test(name) || KEY_LIKE.test(value),
    );
    if (found.length === 0) {
      return;
    }
    for (const [, value] of found) {
      this.#values.delete(value);
      this.#values.add(value);
    }
    for (const oldest of [...this.#values].slice(0, Math.max(0, this.#values.size - MAX_VALUES))) {
      this.#values.delete(oldest);
    }
    this.#redact = createRedactor([...this.#own, ...this.#values]);
  }
}

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
