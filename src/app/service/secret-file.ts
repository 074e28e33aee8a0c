import { readFile } from 'node:fs/promises';
import { fileFailure } from '../../base/file-failure.ts';
import { Failure } from '../../model/failure.ts';
import { redactSecrets } from '../../model/redact-secrets.ts';

/** Reads a file that contains only a secret. Fails with `token-missing` if it is empty. */
export async function readSecretFile(path: string, what: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    // The secret may have been given in place of its file.
    throw fileFailure(error, `read the ${what} file`, redactSecrets(path));
  }
  const secret = text.trim();
  if (secret === '') {
    throw new Failure('token-missing', `Cannot read the ${what} file "${path}": it is empty`);
  }
  return secret;
}
