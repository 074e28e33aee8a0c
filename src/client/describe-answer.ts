import { showForeignText } from './foreign-text.ts';
import type { ApiResponse } from './send.ts';

const MAX_SHOWN = 120;

/** What came back in place of the service's JSON, as a clause: `it answered 200 with a web page, "Welcome"`. */
export function describeAnswer({ status, text, headers, body }: ApiResponse): string {
  return `it answered ${status} with ${describeBody(text.trim(), headers.get('content-type') ?? '', body)}`;
}

function describeBody(text: string, contentType: string, body: unknown): string {
  if (text === '') {
    return 'nothing';
  }
  if (contentType.includes('html') || /^<(!doctype html|html|head)\b/i.test(text)) {
    const title = /<title[^>]*>([^<]{1,500})/i.exec(text)?.[1];
    return title === undefined ? 'a web page' : `a web page, "${showForeignText(title, MAX_SHOWN)}"`;
  }
  const kind = body === undefined ? 'text that is not JSON' : 'unexpected JSON';
  return `${kind}: ${showForeignText(text, MAX_SHOWN)}`;
}
