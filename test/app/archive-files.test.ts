import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBackedUp } from '../backup/support/backed-up-bucket.ts';
import { keysOf, VAULT } from '../backup/support/bucket-bench.ts';

describe('an archive of a vault in object storage', () => {
  it('is verified, inspected, loaded, compared and extracted by its address', async () => {
    const { server, machine } = await openBackedUp();
    expect(await machine('first').backUpHere()).toMatchObject({ status: 0 });
    const [older = '', newer = ''] = keysOf(server, 'archives/').map((key) => `${VAULT}/${key}`);
    const second = machine('second');
    const manifest = JSON.parse(
      server.objects.get(`manifests/${older.slice(`${VAULT}/archives/`.length)}.json`)?.toString() ?? '',
    );
    expect(JSON.parse(await second.run(['verify', older, '--json']))).toMatchObject({
      archive: older,
      is_verified: true,
      container: { sha256: manifest.sha256 },
    });
    expect(await second.run(['inspect', older])).toContain(manifest.sha256);
    const dbPath = join(second.home, 'own.db');
    await second.run(['load', newer, older, '--db', dbPath]);
    const snapshots = JSON.parse(
      await second.run([
        'query',
        'select archive_name, migration_id from snapshots',
        '--db',
        dbPath,
        '--json',
      ]),
    );
    expect(snapshots).toMatchObject([
      { archive_name: manifest.archive, migration_id: manifest.migration.id },
      { archive_name: newer.slice(`${VAULT}/archives/`.length) },
    ]);
    expect(await second.ask(['diff', older, newer, '--json'])).toMatchObject({ status: 0 });
    const out = join(second.home, 'out');
    await second.run(['extract', older, out]);
    expect(readdirSync(out).length).toBeGreaterThan(0);

    const key = older.slice(`${VAULT}/`.length);
    server.objects.set(key, server.objects.get(key)?.subarray(0, -200) ?? Buffer.of());
    expect(await second.ask(['verify', older, '--json'])).toMatchObject({
      status: 6,
      out: expect.stringContaining('"is_verified":false'),
    });
    expect(await second.ask(['verify', `${VAULT}/archives/none.tar.gz`])).toMatchObject({
      status: 10,
      err: expect.stringContaining('the vault has no such archive'),
    });
    expect(await second.ask(['verify', VAULT])).toMatchObject({
      status: 2,
      err: expect.stringContaining(`Cannot read "${VAULT}": it is not an archive`),
    });
  });
});
