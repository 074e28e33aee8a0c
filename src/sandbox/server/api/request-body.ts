import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/index.ts';
import type { ErrorAnswer } from './answer.ts';
import { apiError } from './api-error.ts';

/** The longest body that is read. */
export const MAX_BODY_BYTES = 1_048_576;

const MAX_DISCARDED_BYTES = 64 * MAX_BODY_BYTES;

type ReadBody = { readonly type: 'body'; readonly body: JsonObject } | ErrorAnswer;

/** Reads the JSON object that a request carries; no body at all counts as an empty object. */
export async function readJsonBody(request: Request): Promise<ReadBody> {
  const bytes = await readBytes(request);
  if (bytes === undefined) {
    return apiError(413, `Request body is too large: at most ${MAX_BODY_BYTES} bytes are allowed`);
  }
  if (bytes.length === 0) {
    return { type: 'body', body: {} };
  }
  try {
    const value: JsonValue = JSON.parse(bytes.toString());
    return isJsonObject(value)
      ? { type: 'body', body: value }
      : apiError(400, 'Body should be a JSON object');
  } catch {
    return apiError(400, 'Problems parsing JSON');
  }
}

/**
 * Reads to the end, or gives undefined where that is too much. What is too much is still taken off the wire, up
 * to a point: a client that is writing when the connection ends never reads the answer.
 */
async function readBytes(request: Request): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_DISCARDED_BYTES) {
      return undefined;
    }
    if (sizeBytes <= MAX_BODY_BYTES) {
      chunks.push(chunk);
    }
  }
  return sizeBytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}
