import { createReadStream, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ArchiveSource,
  archiveSourceFromStream,
  openArchiveSource,
} from '../../src/archive/archive-source.ts';
import type { Decrypt } from '../../src/archive/encrypted-source.ts';
import { readArchive } from '../../src/archive/read-archive.ts';
import { createVerification, type VerifyReport } from '../../src/archive/verification.ts';
import { exitOf } from '../../src/model/failure.ts';
import { createDecrypt } from '../../src/vault/decrypt-stream.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { expectClosed } from '../house/open-files.ts';
import { CURRENT } from '../house/samples.ts';

let directory: string;
let path: string;
let encrypted: Buffer;
let decrypt: Decrypt;

beforeAll(async () => {
  directory = temporaryFolder();
  const identity = await generateIdentity();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  encrypted = Buffer.from(await encrypter.encrypt(readFileSync(CURRENT)));
  path = join(directory, 'current.tar.gz.age');
  await writeFile(path, encrypted);
  decrypt = await createDecrypt([identity]);
});

async function verify(source: ArchiveSource): Promise<VerifyReport> {
  const verification = createVerification();
  for await (const event of readArchive({ source })) {
    verification.observe(event);
  }
  return verification.report();
}

describe('openArchiveSource() of an encrypted archive', () => {
  it('is verified as the archive itself, with its digest', async () => {
    const source = await openArchiveSource(path, { decrypt });
    expect(source).toMatchObject({
      type: 'packed',
      isGzip: true,
      sizeBytes: readFileSync(CURRENT).length,
    });
    expect(await verify(source)).toEqual(await verify(await openArchiveSource(CURRENT)));
  });

  it('can be read twice, as a file can', async () => {
    const source = await openArchiveSource(path, { decrypt });
    expect(await verify(source)).toEqual(await verify(source));
  });

  it('closes its file if it cannot be decrypted', async () => {
    const other = await createDecrypt([await generateIdentity()]);
    await expect(openArchiveSource(path, { decrypt: other })).rejects.toMatchObject({ code: 'key-missing' });
    const newer = join(directory, 'newer.tar.gz.age');
    await writeFile(newer, encrypted.toString('latin1').replace('org/v1', 'org/v2'), 'latin1');
    await expect(openArchiveSource(newer, { decrypt })).rejects.toMatchObject({ code: 'archive-damaged' });
    await expectClosed(directory);
  });

  it('reads a stream', async () => {
    const source = await archiveSourceFromStream(createReadStream(path), 'standard input', { decrypt });
    expect((await verify(source)).isVerified).toBe(true);
  });

  it('asks for the key if none was given', async () => {
    await expect(openArchiveSource(path)).rejects.toMatchObject({ code: 'key-missing' });
    const other = await createDecrypt([await generateIdentity()]);
    await expect(openArchiveSource(path, { decrypt: other })).rejects.toMatchObject({ code: 'key-missing' });
  });

  it('finds every cut and every changed byte, and never throws for one in the middle', async () => {
    const damaged = join(directory, 'damaged.age');
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: encrypted.length - 1 }), fc.boolean(), async (at, isCut) => {
        const bytes = isCut ? encrypted.subarray(0, at) : Buffer.from(encrypted);
        if (!isCut) {
          bytes[at] = (bytes[at] ?? 0) ^ 0x41;
        }
        await writeFile(damaged, bytes);
        try {
          const report = await verify(await openArchiveSource(damaged, { decrypt }));
          expect(report.isVerified).toBe(false);
          expect(report.container.sha256).toBeUndefined();
          expect(report.findings.map(({ code }) => code)).toContain('encryption-damaged');
        } catch (error) {
          // Nothing could be decrypted, or the head is no longer that of an encrypted file.
          expect(['verification', 'authentication']).toContain(exitOf(error));
        }
      }),
      { numRuns: 60 },
    );
  });
});
