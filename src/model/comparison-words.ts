/** That nothing is missing by so many comparisons with the service, as the end of a sentence. */
export function nothingMissing(comparisonCount: number): string {
  return comparisonCount === 1
    ? 'one comparison with the service found nothing missing'
    : `${comparisonCount} comparisons with the service found nothing missing`;
}
