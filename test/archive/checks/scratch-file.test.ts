import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createScratchFile } from '../../../src/archive/checks/scratch-file.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryFolder();
});

describe('createScratchFile()', () => {
  it('reads what was appended, where it was appended', () => {
    const scratch = createScratchFile(directory);
    expect(scratch.append(Buffer.from('one'))).toBe(0);
    expect(scratch.append(Buffer.from('two'))).toBe(3);
    const bytes = Buffer.alloc(3);
    expect(scratch.read(bytes, 3)).toBe(3);
    expect(bytes.toString()).toBe('two');
    scratch.close();
  });

  it('is in a directory that only its owner can enter, and leaves nothing', () => {
    const scratch = createScratchFile(directory);
    scratch.append(Buffer.from('one'));
    const [name = ''] = readdirSync(directory);
    if (process.platform !== 'win32') {
      expect(statSync(join(directory, name)).mode & 0o077).toBe(0);
    }
    scratch.close();
    scratch.close();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('writes nothing before there is something to write', () => {
    createScratchFile(directory).close();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('names the file that it cannot write', () => {
    const parent = join(directory, 'not-there');
    expect(() => createScratchFile(parent).append(Buffer.from('x'))).toThrow(
      `Cannot write a temporary file in "${parent}"`,
    );
  });
});
