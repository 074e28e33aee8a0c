import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeAll } from '../../src/base/index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-write-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('writes where the file stands, and at a place', () => {
  const path = join(folder, 'x');
  const descriptor = openSync(path, 'w');
  writeAll(descriptor, Buffer.from('one '));
  writeAll(descriptor, Buffer.from('two '));
  writeAll(descriptor, Buffer.from('ONE'), 0);
  writeAll(descriptor, Buffer.from('three'));
  writeAll(descriptor, Buffer.alloc(0));
  closeSync(descriptor);
  expect(readFileSync(path, 'utf8')).toBe('ONE two three');
});
