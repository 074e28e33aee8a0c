import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, it } from 'vitest';
import { findKeyFault } from '../../src/keeping/check-encryption.ts';
import { createDecrypt } from '../../src/vault/decrypt-stream.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { temporaryFolder } from '../house/afterwards.ts';

it('findKeyFault() finds an archive for fewer, for more and for other keys than its vault', async () => {
  const identities = await Promise.all([1, 2].map(() => generateX25519Identity()));
  const [a = '', b = ''] = await Promise.all(identities.map((identity) => identityToRecipient(identity)));
  const path = join(temporaryFolder(), 'a.tar.gz.age');
  const faultOf = async (
    keys: readonly string[],
    recipients: readonly string[],
    named: readonly string[] = [],
  ) => {
    const encrypter = new Encrypter();
    for (const key of keys) {
      encrypter.addRecipient(key);
    }
    await writeFile(path, await encrypter.encrypt('content'));
    const vault = { encryption: { recipients }, archivePath: () => path } as unknown as Vault; // All that is asked.
    const ownKeys = [{ recipient: a, decrypt: await createDecrypt(identities.slice(0, 1)) }];
    const encryption = { recipients: named } as Parameters<typeof findKeyFault>[0]['encryption'];
    return await findKeyFault({ archive: 'a.tar.gz.age', encryption }, { vault, ownKeys });
  };
  expect(await faultOf([a], [a], [a])).toBeUndefined();
  expect(await faultOf([a, b], [b, a])).toBeUndefined();
  expect(await faultOf([a, b], [a])).toBe('is encrypted for 2 keys, and the vault for 1');
  expect(await faultOf([a], [a, b])).toBe('is encrypted for 1 key, and the vault for 2');
  expect(await faultOf([b], [a])).toMatch(
    /^cannot be read with the key of .+, for which the vault is encrypted$/,
  );
  expect(await faultOf([b], [b])).toBeUndefined();
  expect(await faultOf([a], [a], [b])).toMatch(/^is encrypted for .+, and the vault for /);
});
