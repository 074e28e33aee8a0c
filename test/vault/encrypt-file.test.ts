import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSystemDisk } from '../../src/base/disk.ts';
import { createDecrypt } from '../../src/vault/decrypt-stream.ts';
import { checkRecipients, encryptFile } from '../../src/vault/encrypt-file.ts';
import { readIdentities, readRecipients } from '../../src/vault/read-keys.ts';
import { temporaryFolder } from '../house/afterwards.ts';

/** Whether the age program is installed here, to check what we write. */
function findAge(): boolean {
  try {
    execFileSync('age', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('age is not installed here: files are not exchanged with it\n');
    return false;
  }
}

const HAS_AGE = findAge();
const { signal } = new AbortController();
let directory: string;

beforeEach(async () => {
  directory = temporaryFolder();
});

async function makeKey(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const identity = await generateIdentity();
  return { identity, recipient: await identityToRecipient(identity) };
}

async function encrypt(bytes: Buffer, recipients: readonly string[]) {
  const from = join(directory, 'plain');
  const to = join(directory, 'plain.age');
  await writeFile(from, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { to, file: await encryptFile({ from, to, sha256, recipients, disk: createSystemDisk(), signal }) };
}

async function decrypt(path: string, identities: readonly string[]): Promise<Buffer> {
  const { chunks } = await (await createDecrypt(identities))(createReadStream(path), path);
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) {
    all.push(chunk);
  }
  return Buffer.concat(all);
}

describe('encryptFile()', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 1_000_000])('restores %i bytes unchanged', async (size) => {
    const { identity, recipient } = await makeKey();
    const bytes = randomBytes(size);
    const { to, file } = await encrypt(bytes, [recipient]);
    const written = await readFile(to);
    expect(await decrypt(to, [identity])).toEqual(bytes);
    expect(file).toEqual({
      sizeBytes: written.length,
      sha256: createHash('sha256').update(written).digest('hex'),
    });
    expect(await readdir(directory)).toEqual(['plain', 'plain.age']);
  });

  it('lets only the recipients read it', async () => {
    const [first, second, other] = [await makeKey(), await makeKey(), await makeKey()];
    const { to } = await encrypt(Buffer.from('secret'), [first.recipient, second.recipient]);
    expect(String(await decrypt(to, [first.identity]))).toBe('secret');
    expect(String(await decrypt(to, [other.identity, second.identity]))).toBe('secret');
    await expect(decrypt(to, [other.identity])).rejects.toMatchObject({ code: 'key-missing' });
  });

  it.skipIf(!HAS_AGE)('writes what the age program reads, and reads what it writes', async () => {
    const { identity, recipient } = await makeKey();
    const keyPath = join(directory, 'key.txt');
    await writeFile(keyPath, `# a key\n${identity}\n`);
    const bytes = randomBytes(300_000);
    const { to } = await encrypt(bytes, [recipient]);
    expect(execFileSync('age', ['-d', '-i', keyPath, to], { maxBuffer: 1e6 })).toEqual(bytes);
    const theirs = join(directory, 'theirs.age');
    execFileSync('age', ['-r', recipient, '-o', theirs, join(directory, 'plain')]);
    expect(await decrypt(theirs, [identity])).toEqual(bytes);
  });

  it('leaves nothing behind if it fails', async () => {
    const { recipient } = await makeKey();
    const from = join(directory, 'missing');
    const to = join(directory, 'x.age');
    const options = { from, to, sha256: '', recipients: [recipient], disk: createSystemDisk(), signal };
    await expect(encryptFile(options)).rejects.toMatchObject({ code: 'absent' });
    await writeFile(from, 'changed');
    await expect(encryptFile(options)).rejects.toMatchObject({ code: 'archive-damaged' });
    await rm(from);
    expect(await readdir(directory)).toEqual([]);
  });
});

describe('checkRecipients()', () => {
  it('refuses what is not a public key', async () => {
    await expect(checkRecipients(['ssh-ed25519 AAAA'])).rejects.toThrow('Cannot encrypt for');
    await expect(checkRecipients(['age1nonsense'])).rejects.toThrow('Cannot encrypt for');
    for (const secret of ['AGE-SECRET-KEY-1QQQQQQQQ', 'hunter2-hunter2']) {
      const error: unknown = await checkRecipients([secret]).catch((thrown: unknown) => thrown);
      expect(inspect(error, { depth: 9 })).not.toContain(secret);
    }
  });
});

describe('readIdentities() and readRecipients()', () => {
  it('pass over comments and blank lines', async () => {
    const { identity, recipient } = await makeKey();
    const path = join(directory, 'keys.txt');
    await writeFile(path, `# created: today\n\n${identity}\r\n`);
    expect(await readIdentities([path])).toEqual([identity]);
    await writeFile(path, `${recipient}\n# mine\n`);
    expect(await readRecipients(path)).toEqual([recipient]);
  });

  it('never repeat a line, which may be a secret', async () => {
    const path = join(directory, 'keys.txt');
    await writeFile(path, '# a comment\nage-secret-key-but-mistyped\n');
    await expect(readIdentities([path])).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot read the identity file "${path}": line 2 is not an age identity`,
    });
    await writeFile(path, '# nothing\n');
    await expect(readRecipients(path)).rejects.toThrow('it contains no recipient');
    await expect(readRecipients(join(directory, 'none'))).rejects.toMatchObject({ code: 'absent' });
  });
});
