import { parseJsonExactly } from '../base/index.ts';
import { MIN_SECRET_LENGTH, REDACTED } from './redaction.ts';
import type { Decorator } from './send.ts';

/** A token for cloning that answers with repositories carry: a secret that nobody here needs. */
const CLONE_TOKEN = /("temp_clone_token"\s*:\s*)"(?:[^"\\]|\\.)*"/g;

/** Takes the caller's secrets, and clone tokens, out of answers that repeat them, before anything else reads them. */
export function withRedaction(secrets: readonly string[]): Decorator {
  const sought = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  return (next) => async (request) => {
    const response = await next(request);
    let { text } = response;
    for (const secret of sought) {
      text = text.replaceAll(secret, REDACTED);
    }
    text = text.includes('temp_clone_token') ? text.replaceAll(CLONE_TOKEN, '$1null') : text;
    return text === response.text ? response : { ...response, text, body: parseJsonExactly(text) };
  };
}
