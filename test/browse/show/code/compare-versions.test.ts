import { expect, it } from 'vitest';
import { compareVersions } from '../../../../src/browse/show/code/compare-versions.ts';

it('compareVersions() counts by numbers, and has what precedes a release before it', () => {
  const ordered = ['v0.9.0', 'v0.10.0-rc.1', 'v0.10.0-rc.2', 'v0.10.0-rc.10', 'v0.10.0', 'v0.10.1'];
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered);
  expect(['release-2', 'main', 'release-1'].sort(compareVersions)).toEqual([
    'main',
    'release-1',
    'release-2',
  ]);
});
