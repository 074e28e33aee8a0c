import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownFile } from '../../src/base/own-files.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const marker = ownFile<{ readonly vault_version: number }>('vault-marker');

function pathWith(text: string): string {
  const path = join(temporaryFolder(), 'marker.json');
  writeFileSync(path, text);
  return path;
}

describe('ownFile()', () => {
  it('returns what fits the schema', async () => {
    expect(marker.parse('{"vault_version":1}')).toEqual({ vault_version: 1 });
    expect(marker.check({ vault_version: 1 })).toEqual({ vault_version: 1 });
    expect(await marker.read(pathWith('{"vault_version":1}'))).toEqual({ vault_version: 1 });
    expect(await marker.read('/nowhere/marker.json')).toBeUndefined();
  });

  it.each([
    ['', 'is not valid JSON'],
    ['{"vault_version":1', 'is not valid JSON'],
    ['[]', 'is not valid: it must be object'],
    ['{}', 'is not valid: /vault_version must be present'],
    ['{"vault_version":"1"}', 'is not valid: /vault_version must be integer'],
    ['{"__proto__":{"vault_version":1}}', 'is not valid: /vault_version must be present'],
    [`${'['.repeat(500_000)}`, 'is not valid JSON'],
    [`${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'is not valid: it must be object'],
  ])('says what is wrong with %.30s', async (text, fault) => {
    expect(await marker.read(pathWith(text))).toBe(fault);
  });

  it('opens neither folders nor pipes, and no file that fills the memory', async () => {
    const pipe = join(temporaryFolder(), 'pipe');
    expect(spawnSync('sh', ['-c', 'mkfifo "$0"', pipe]).status).toBe(0);
    expect(await marker.read(pipe)).toBe('is not a regular file');
    expect(await marker.read(temporaryFolder())).toBe('is not a regular file');
    const huge = pathWith('');
    truncateSync(huge, 2 ** 40);
    expect(await marker.read(huge)).toBe('is larger than 256 MiB');
  });

  it('finds each schema by its file name', () => {
    const folder = new URL('../../schemas/files/', import.meta.url);
    for (const name of readdirSync(folder)) {
      const schema = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
      expect(schema.$id).toBe(`https://satchel.example/schemas/files/${name}`);
    }
  });
});
