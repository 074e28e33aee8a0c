/** The result of comparisons with the service that found nothing missing, as the end of a sentence. */
export function nothingMissing(comparisonCount: number): string {
  return comparisonCount === 1
    ? 'one comparison with the service found nothing missing'
    : `${comparisonCount} comparisons with the service found nothing missing`;
}
