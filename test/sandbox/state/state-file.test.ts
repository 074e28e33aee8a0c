import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openStateFile } from '../../../src/sandbox/state/state-file.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const directory = temporaryFolder();

describe('openStateFile()', () => {
  it('returns what was written, even after it was closed', () => {
    const path = join(directory, 'kept.db');
    const first = openStateFile(path);
    expect(first.read('nothing')).toBeUndefined();
    first.write('a', { b: [1, null, 'c'] });
    first.write('a', { b: [2] });
    first.addActions([1_000, 2_000]);
    first.addActions([3_000]);
    first.close();
    const second = openStateFile(path);
    expect(second.read('a')).toEqual({ b: [2] });
    expect(second.actions()).toEqual([1_000, 2_000, 3_000]);
    second.close();
  });

  it('ignores what comes after its end', () => {
    const stateFile = openStateFile(join(directory, 'ended.db'));
    stateFile.close();
    stateFile.write('late', 1);
    stateFile.addActions([1]);
  });

  it('has one owner at a time', () => {
    const path = join(directory, 'held.db');
    const holder = openStateFile(path);
    expect(() => openStateFile(path)).toThrow(expect.objectContaining({ code: 'locked' }));
    holder.close();
    openStateFile(path).close();
  });

  it('declines files of something else', () => {
    const text = join(directory, 'text.db');
    writeFileSync(text, 'no database at all, but a text that is long enough to be looked at '.repeat(9));
    expect(() => openStateFile(text)).toThrow(expect.objectContaining({ code: 'usage' }));
    const other = join(directory, 'other.db');
    new SqliteDatabase(other).exec('create table t (a)').close();
    expect(() => openStateFile(other)).toThrow('it was not written by this version');
    expect(() => openStateFile(join(directory, 'no', 'such', 'folder.db'))).toThrow(`Cannot use the state "`);
  });
});
