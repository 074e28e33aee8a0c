import { createRedactor, redactSecrets } from '../base/index.ts';

/** What a client knows to be secret: its caller's secrets, and those of the signed addresses that it was given. */
export interface KnownSecrets {
  /** Takes them out of a text; nothing else is touched. */
  redact(text: string): string;
  /** From now on the secrets of this address are known. */
  note(address: URL): void;
}

/** How many values of addresses are remembered: the newest. */
const MAX_VALUES = 64;

/** Names of parameters that sign, or stand for a key. */
const SIGNING_NAME = /sig|cred|token|key|secret|hmac|hash|auth|policy/i;

export function createKnownSecrets(own: readonly string[]): KnownSecrets {
  const values = new Set<string>();
  let redact = createRedactor(own);
  return {
    redact: (text) => redact(text),
    note(address) {
      const found = [...address.searchParams].filter(
        ([name, value]) => SIGNING_NAME.test(name) || /^(?=\D*\d)\S{20,}$/.test(value),
      );
      for (const [, value] of found) {
        values.delete(value);
        values.add(value);
      }
      for (const oldest of [...values].slice(0, Math.max(0, values.size - MAX_VALUES))) {
        values.delete(oldest);
      }
      redact = found.length === 0 ? redact : createRedactor([...own, ...values]);
    },
  };
}

/** Every value in the query of an address, for texts that are shown and are nobody's data. */
export function queryValues(address: URL): readonly string[] {
  return [...address.searchParams.values()];
}

/** The address without user name, password, query and fragment: signed links carry their secret in the query. */
export function redactUrl(url: URL): string {
  const place = url.host === '' ? url.protocol : url.origin;
  return redactSecrets(`${place}${url.pathname}`);
}
