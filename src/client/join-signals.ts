/** The one signal that stands for both. */
export function joinSignals(
  own: AbortSignal | undefined,
  outer: AbortSignal | undefined,
): AbortSignal | undefined {
  return own !== undefined && outer !== undefined && own !== outer
    ? AbortSignal.any([own, outer])
    : (own ?? outer);
}
