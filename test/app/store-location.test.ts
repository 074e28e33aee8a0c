import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readLast, rememberLast } from '../../src/app/last-used.ts';
import { chooseStore, findStore } from '../../src/app/store-location.ts';
import { chooseVault } from '../../src/app/vault-location.ts';
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
    await rememberLast({ store: '/somewhere/last.db' }, context, () => undefined);
    expect(await findStore({}, context)).toBe('/somewhere/last.db');
    const vault = await openVault(join(directory, 'my vault'), { clock: context.clock, create: true });
    await expect(findStore({ vault: vault.directory }, context)).rejects.toMatchObject({
      code: 'absent',
      commandHint: expect.stringContaining(`satchel vault rebuild --vault '${vault.directory}'`),
    });
    await writeFile(vault.storePath, '');
    expect(await findStore({ vault: vault.directory }, context)).toBe(vault.storePath);
    expect(await findStore({ db: '/other.db', vault: vault.directory }, context)).toBe('/other.db');
  });
});

describe('chooseVault()', () => {
  it('uses --vault, else the configuration, else the vault of the last backup, which must be there', async () => {
    const config = join(directory, 'satchel.yaml');
    const context = createRecordedContext({ env: { XDG_DATA_HOME: directory } });
    const said: unknown[] = [];
    const listening = { ...context, onReport: ({ text }: { readonly text?: unknown }) => said.push(text) };
    await expect(chooseVault({}, context)).rejects.toMatchObject({ code: 'usage' });
    await rememberLast({ vault: directory }, context, () => undefined);
    expect(await chooseVault({}, listening)).toBe(directory);
    expect(said).toEqual([`Using the vault "${directory}", as the last backup did`]);
    await writeFile(config, 'vault: /configured\n');
    const env = { ...context.env, SATCHEL_CONFIG: config };
    expect(await chooseVault({}, { ...context, env })).toBe('/configured');
    expect(await chooseVault({ vault: '/named' }, { ...context, env })).toBe('/named');
    await rememberLast({ vault: 's3://bucket/work' }, context, () => undefined);
    expect(await readLast('vault', context)).toBe('s3://bucket/work');
    await rememberLast({ vault: join(directory, 'gone') }, context, () => undefined);
    await expect(chooseVault({}, context)).rejects.toMatchObject({ code: 'absent' });
  });
});

describe('rememberLast()', () => {
  it('does not fail the work if it cannot be noted', async () => {
    await writeFile(join(directory, 'satchel'), 'a file where a directory should be');
    const context = createRecordedContext({ env: { XDG_DATA_HOME: directory } });
    const troubles: string[] = [];
    await rememberLast({ store: '/somewhere/last.db' }, context, (text) => troubles.push(text));
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
