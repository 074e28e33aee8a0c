/** RFC 9110, 8.8.2.2: such a date is a strong validator where the answer was made a second later, by the same clock. */
const MIN_AGE_MS = 1_000;

/**
 * What proves later that an object is still the same one, as If-Range takes it (RFC 9110, 13.1.5): its strong entity
 * tag, or, where it has no tag at all, a date that is strong enough. Undefined where nothing proves it.
 */
export function objectValidator(headers: ReadonlyMap<string, string>): string | undefined {
  const etag = headers.get('etag');
  if (etag !== undefined) {
    return isStrongTag(etag) ? etag : undefined;
  }
  const lastModified = headers.get('last-modified');
  const ageMs = Date.parse(headers.get('date') ?? '') - Date.parse(lastModified ?? '');
  return ageMs >= MIN_AGE_MS ? lastModified : undefined;
}

/** Whether the headers of a later answer say that it comes from the object of this validator. */
export function isOfObject(headers: ReadonlyMap<string, string>, validator: string): boolean {
  return headers.get(isStrongTag(validator) ? 'etag' : 'last-modified') === validator;
}

function isStrongTag(text: string): boolean {
  return /^"[^"]*"$/.test(text);
}
