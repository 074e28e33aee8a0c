import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, it } from 'vitest';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { readArchive } from '../../../src/archive/read-archive.ts';
import { Failure } from '../../../src/model/failure.ts';
import { createDecrypt } from '../../../src/vault/decrypt-stream.ts';
import { makeTarGz, SCHEMA_PART } from '../../archive/support/make-tar.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

/** Size of an encrypted chunk with its authentication tag (age-encryption.org/v1). */
const PIECE_BYTES = 64 * 1024 + 16;
const NONCE_BYTES = 16;

it('an encrypted archive that was cut anywhere is damaged, and no surprise', async () => {
  const folder = temporaryFolder();
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const plain = makeTarGz([SCHEMA_PART, { name: 'attachments/a/b', body: randomBytes(200_000) }]);
  const encrypted = Buffer.from(await encrypter.encrypt(plain));
  const piecesAt = encrypted.indexOf('\n', encrypted.indexOf('\n--- ') + 1) + 1 + NONCE_BYTES;
  const decrypt = await createDecrypt([identity]);

  async function read(cut: number): Promise<string> {
    const path = join(folder, `${cut}.tar.gz.age`);
    writeFileSync(path, encrypted.subarray(0, cut));
    try {
      const codes: string[] = [];
      for await (const event of readArchive({ source: await openArchiveSource(path, { decrypt }) })) {
        codes.push(...(event.type === 'finding' ? [event.finding.code] : []));
      }
      return codes.includes('encryption-damaged') ? 'found' : codes.join();
    } catch (error) {
      return error instanceof Failure ? error.code : `${error}`;
    }
  }

  const borders = [0, 1, 2, 3].flatMap((pieces) =>
    [-17, -16, -8, -1, 0, 1, 15, 16, 17].map((beside) => piecesAt + pieces * PIECE_BYTES + beside),
  );
  const outcomes = new Set<string>();
  for (const cut of [...borders, encrypted.length - 1, encrypted.length - 16]) {
    outcomes.add(await read(cut));
  }
  expect([...outcomes].toSorted()).toEqual(['archive-damaged', 'found']);
  expect(await read(encrypted.length)).toBe('');
});
