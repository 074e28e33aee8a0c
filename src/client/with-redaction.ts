import { parseJson } from './parse-json.ts';
import { redactSecrets } from './redaction.ts';
import type { Decorator } from './send.ts';

/** Takes the token out of answers that repeat it, before anything else reads them. */
export function withRedaction(token: string | undefined): Decorator {
  return (next) => async (request) => {
    const response = await next(request);
    if (token === undefined || !response.text.includes(token)) {
      return response;
    }
    const text = redactSecrets(response.text, [token]);
    return { ...response, text, body: parseJson(text) };
  };
}
