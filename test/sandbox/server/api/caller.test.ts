import { describe, expect, it } from 'vitest';
import { acceptsPermissions, NO_PERMISSION_NEEDED } from '../../../../src/sandbox/server/api/caller.ts';

describe('acceptsPermissions()', () => {
  const granted = { metadata: 'read', contents: 'write' } as const;

  it.each([
    ['metadata=read', true],
    ['contents=read', true],
    ['contents=write', true],
    ['metadata=write', false],
    ['issues=read', false],
    ['metadata=read,contents=write', true],
    ['metadata=read, issues=read', false],
    ['issues=read; contents=read', true],
    [NO_PERMISSION_NEEDED, true],
    ['', false],
  ])('judges "%s"', (accepted, verdict) => {
    expect(acceptsPermissions(accepted, granted)).toBe(verdict);
  });
});
