import { describe, expect, it } from 'vitest';
import { Failure, fileFailure } from '../../src/base/index.ts';

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: something`), { code });
}

describe('fileFailure()', () => {
  it.each([
    ['ENOSPC', 'disk-full', 1],
    ['EDQUOT', 'disk-full', 1],
    ['ENOENT', 'absent', 10],
    ['EACCES', 'file-system', 1],
  ])('turns %s into %s', (code, failureCode, exitStatus) => {
    expect(fileFailure(systemError(code), 'read', '/x')).toMatchObject({ code: failureCode, exitStatus });
  });

  it('leaves everything else as it is', () => {
    const failure = new Failure('network', 'Cannot reach it');
    expect(fileFailure(failure, 'read', '/x')).toBe(failure);
    const error = new TypeError('x');
    expect(fileFailure(error, 'read', '/x')).toBe(error);
  });
});
