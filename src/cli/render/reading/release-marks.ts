/** What sets a release apart from others. */
export function marksOf(release: {
  readonly isLatest: boolean;
  readonly isDraft: boolean;
  readonly isPrerelease: boolean;
}): readonly string[] {
  return [
    ...(release.isLatest ? ['Latest'] : []),
    ...(release.isDraft ? ['Draft'] : []),
    ...(release.isPrerelease ? ['Pre-release'] : []),
  ];
}
