import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { fileFailure } from '../../src/base/file-failure.ts';
import { SYSTEM_ERRORS } from '../../src/base/system-errors.table.ts';
import { EXIT_CODES } from '../../src/model/exit-codes.table.ts';
import { exitOf, Failure } from '../../src/model/failure.ts';
import { FAILURES } from '../../src/model/failures.table.ts';

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
    const failure = fileFailure(systemError(code), 'read', '/x');
    expect(failure).toMatchObject({ code: failureCode });
    expect(EXIT_CODES[exitOf(failure)].status).toBe(exitStatus);
  });

  it('says in plain words what the system means, and what to do', () => {
    const failureOf = (code: string) => fileFailure(systemError(code), 'write', '/x');
    expect(failureOf('EROFS')).toMatchObject({
      message: 'Cannot write "/x": the file system is read-only (EROFS)',
      hint: 'Mount it for writing, or name another path',
    });
    expect(failureOf('EWEIRD')).toMatchObject({ message: 'Cannot write "/x": EWEIRD: something' });
  });

  it('recognizes errors by number if libuv has no name for them', () => {
    const errno = -constants.errno.EDQUOT;
    const error = Object.assign(new Error(`Unknown system error ${errno}: write`), {
      code: `Unknown system error ${errno}`,
      errno,
    });
    expect(fileFailure(error, 'write', '/x')).toMatchObject({
      code: 'disk-full',
      message: 'Cannot write "/x": the disk quota of this user is used up',
    });
    const other = Object.assign(new Error('odd'), { code: 'Unknown system error -9999', errno: -9_999 });
    expect(fileFailure(other, 'write', '/x')).toMatchObject({
      code: 'file-system',
      message: 'Cannot write "/x": odd',
    });
  });

  it('has words and a valid failure for every error', () => {
    for (const { words, failure = 'file-system' } of Object.values(SYSTEM_ERRORS).filter(
      (row) => row !== undefined,
    )) {
      expect([words.length > 0, failure in FAILURES]).toEqual([true, true]);
    }
  });

  it('leaves everything else as it is', () => {
    const failure = new Failure('network', 'Cannot reach it');
    expect(fileFailure(failure, 'read', '/x')).toBe(failure);
    const error = new TypeError('x');
    expect(fileFailure(error, 'read', '/x')).toBe(error);
  });
});
