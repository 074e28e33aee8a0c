import { readFile } from 'node:fs/promises';
import { fileFailure } from '../base/file-failure.ts';
import { Failure } from '../model/failure.ts';
import { redactSecrets } from '../model/redact-secrets.ts';

/**
 * Reads identities (secret keys) from files in the format of `age-keygen`. Fails with `usage` if a file contains none.
 */
export async function readIdentities(paths: readonly string[]): Promise<readonly string[]> {
  const identities: string[] = [];
  for (const path of paths) {
    identities.push(...(await readKeyFile(path, /^AGE-SECRET-KEY-(?:PQ-)?1/, 'identity')));
  }
  return identities;
}

export async function recipientsOfIdentities(identities: readonly string[]): Promise<readonly string[]> {
  if (identities.length === 0) {
    return [];
  }
  const { identityToRecipient } = await import('age-encryption'); // Large, and only needed for encryption.
  return await Promise.all(identities.map((identity) => identityToRecipient(identity)));
}

/** Reads recipients (public keys) from a file, one per line. Fails with `usage` if it contains none. */
export async function readRecipients(path: string): Promise<readonly string[]> {
  return await readKeyFile(path, /^age1/, 'recipient');
}

/** Blank lines and lines that start with `#` are skipped. No line is ever shown: it may be a secret. */
async function readKeyFile(path: string, isKey: RegExp, what: string): Promise<readonly string[]> {
  const lines = (await readText(path, what))
    .split(/\r?\n/)
    .map((line, index) => ({ key: line.trim(), number: index + 1 }))
    .filter(({ key }) => key !== '' && !key.startsWith('#'));
  const invalid = lines.find(({ key }) => !isKey.test(key));
  if (invalid !== undefined || lines.length === 0) {
    const found =
      invalid === undefined ? `it contains no ${what}` : `line ${invalid.number} is not an age ${what}`;
    throw new Failure('usage', `Cannot read the ${what} file "${path}": ${found}`, {
      hint:
        what === 'identity'
          ? 'Name a file that age-keygen has written; keys with a passphrase, SSH keys and plugins are not supported'
          : 'Name a file whose lines begin with age1',
    });
  }
  return lines.map(({ key }) => key);
}

async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    // The key may have been given in place of its file.
    throw fileFailure(error, `read the ${what} file`, redactSecrets(path));
  }
}
