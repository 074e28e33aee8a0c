import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDisk } from '../../src/backup/examine-machine.ts';
import { temporaryFolder } from '../house/afterwards.ts';

describe('checkDisk()', () => {
  it('looks at the disk on which a folder will be, however deep', async () => {
    const path = join(temporaryFolder(), 'not', 'there', 'yet');
    const { found } = await checkDisk(path);
    expect(found).toMatch(new RegExp(`^[\\d.]+ [kMGT]iB free at ${path}$`));
  });

  it('says that a file is in the way', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(await checkDisk(join(file, 'vault'))).toMatchObject({
      verdict: 'fault',
      found: expect.stringContaining(`"${file}" is a file, not a directory (ENOTDIR)`),
    });
  });
});
