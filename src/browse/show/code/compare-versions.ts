const NAMES = new Intl.Collator('en', { numeric: true });

/**
 * Orders names of tags as versions: `v0.9.0`, `v0.10.0-rc.1`, `v0.10.0`. What follows a hyphen comes before the release
 * itself (semver.org 2.0.0, item 11).
 */
export function compareVersions(one: string, other: string): number {
  const [[base, rest], [otherBase, otherRest]] = [splitVersion(one), splitVersion(other)];
  return (
    NAMES.compare(base, otherBase) ||
    Number(rest === '') - Number(otherRest === '') ||
    NAMES.compare(rest, otherRest)
  );
}

function splitVersion(name: string): readonly [base: string, rest: string] {
  const [, base, rest] = /^(.*?\d)-(.*)$/.exec(name) ?? [];
  return [base ?? name, rest ?? ''];
}
