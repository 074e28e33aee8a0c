import { createRedactor, redactSecrets } from '../model/index.ts';

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

  /** Adds a new secret of the client. */
  add(secret: string): void {
    this.#own = [...this.#own, secret].slice(-MAX_OWN);
    this.#redact = createRedactor([...this.#own, ...this.#values]);
  }

  /** Adds the secrets of an address. */
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

/** All query values of an address, to be redacted from messages. */
export function queryValues(address: URL): readonly string[] {
  return [...address.searchParams.values()];
}

/** The address without user name, password, query and fragment: the query of signed links is secret. */
export function redactUrl(url: URL): string {
  const place = url.host === '' ? url.protocol : url.origin;
  return redactSecrets(`${place}${url.pathname}`);
}
