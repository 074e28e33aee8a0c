import { isJsonObject } from '../../base/index.ts';

/** A rejected record may be no JSON at all, and of any size: larger ones are not looked into. */
const MAX_SOURCE_BYTES = 1024 * 1024;

/** The `url` of a record that was rejected, or undefined where it cannot be read. */
export function urlOfSource(source: Uint8Array): string | undefined {
  if (source.length > MAX_SOURCE_BYTES) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(source));
    const url = isJsonObject(value) ? value['url'] : undefined;
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined; // No JSON: that is told by a finding of its own.
  }
}
