import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseStore, findStore, rememberStore } from '../../src/app/store-location.ts';
import { openVault } from '../../src/vault/vault.ts';
import { createRecordedContext } from '../cli/support/recorded-context.ts';
import { temporaryFolder } from '../house/afterwards.ts';

let directory: string;

beforeEach(async () => {
  directory = temporaryFolder();
});

describe('findStore()', () => {
  it('uses --db, else the vault, else the store of the last load', async () => {
    const context = createRecordedContext({ env: { XDG_DATA_HOME: directory } });
    await expect(findStore({}, context)).rejects.toMatchObject({ code: 'absent' });
    await rememberStore('/somewhere/last.db', context, () => undefined);
    expect(await findStore({}, context)).toBe('/somewhere/last.db');
    const vault = await openVault(join(directory, 'vault'), { clock: context.clock, create: true });
    expect(await findStore({ vault: vault.directory }, context)).toBe(vault.storePath);
    expect(await findStore({ db: '/other.db', vault: vault.directory }, context)).toBe('/other.db');
  });
});

describe('rememberStore()', () => {
  it('does not fail the work if it cannot be noted', async () => {
    await writeFile(join(directory, 'satchel'), 'a file where a directory should be');
    const context = createRecordedContext({ env: { XDG_DATA_HOME: directory } });
    const troubles: string[] = [];
    await rememberStore('/somewhere/last.db', context, (text) => troubles.push(text));
    expect(troubles).toEqual([expect.stringContaining('Later commands must name this store')]);
  });
});

describe('chooseStore()', () => {
  it('loads into the data directory if no store is named', async () => {
    const context = createRecordedContext({ env: { XDG_DATA_HOME: directory } });
    expect(await chooseStore({}, context)).toBe(join(directory, 'satchel', 'store.db'));
    expect(await chooseStore({ db: '/other.db' }, context)).toBe('/other.db');
  });
});
