import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect } from 'vitest';
import { afterFile, temporaryFolder } from '../../house/afterwards.ts';
import { shelved } from '../../house/shelf.ts';
import { type BucketBench, openBucketBench } from './bucket-bench.ts';

/** A bucket and the machine "first" after one backup. */
interface BackedUp {
  readonly objects: ReadonlyMap<string, Buffer>;
  readonly home: string;
}

let encrypted: Promise<BackedUp & { readonly key: string }> | undefined;

/** A bench whose machine "first" has made one backup, which is made once a run. */
export async function openBackedUp(page?: number): Promise<BucketBench> {
  const made = await shelved('bucket with a backup', async (folder) => {
    const { server, machine } = await openBucketBench();
    const first = machine('first');
    expect(await first.backUpHere()).toMatchObject({ status: 0 });
    cpSync(first.home, join(folder, 'home'), { recursive: true });
    writeFileSync(join(folder, 'objects'), serialize(server.objects));
  });
  const stored: Map<string, Uint8Array> = deserialize(readFileSync(join(made, 'objects')));
  const objects = new Map([...stored].map(([key, bytes]) => [key, Buffer.from(bytes)]));
  const backedUp = { objects, home: join(made, 'home') };
  return lay(backedUp, await openBucketBench({}, page === undefined ? {} : { page }));
}

/** The same with two backups in an encrypted vault, whose key all machines have. */
export async function openEncrypted(): Promise<BucketBench> {
  encrypted ??= (async () => {
    afterFile(() => {
      encrypted = undefined;
    });
    const home = temporaryFolder(afterFile);
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const key = join(temporaryFolder(afterFile), 'key.txt');
    writeFileSync(key, `${identity}\n`, { mode: 0o600 });
    const { server, machine } = await openBucketBench({}, { env: { SATCHEL_IDENTITY_FILE: key } });
    const first = machine('first');
    for (let count = 0; count < 2; count += 1) {
      expect(await first.backUpHere('--recipient', recipient)).toMatchObject({ status: 0 });
    }
    cpSync(first.home, home, { recursive: true });
    return { objects: new Map(server.objects), home, key };
  })();
  const made = await encrypted;
  return lay(made, await openBucketBench({}, { env: { SATCHEL_IDENTITY_FILE: made.key } }));
}

function lay({ objects, home }: BackedUp, bench: BucketBench): BucketBench {
  for (const [key, bytes] of objects) {
    bench.server.objects.set(key, bytes);
  }
  cpSync(home, bench.machine('first').home, { recursive: true });
  return bench;
}
