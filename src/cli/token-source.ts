import { readFile } from 'node:fs/promises';
import { Failure, fileFailure } from '../base/index.ts';
import type { Dialect } from '../model/index.ts';
import type { Context } from './context.ts';

/** Satchel's own variable; the dialect's come after it. */
const TOKEN_VARIABLE = 'SATCHEL_TOKEN';

/**
 * Finds the token: the file of `--token-file`, else `SATCHEL_TOKEN`, else the dialect's variables.
 * There is no flag for the token itself, because arguments are visible to every user of the machine.
 */
export async function findToken(
  tokenFile: string | undefined,
  dialect: Dialect,
  context: Context,
): Promise<string> {
  if (tokenFile !== undefined) {
    return await readTokenFile(tokenFile);
  }
  for (const variable of [TOKEN_VARIABLE, ...dialect.tokenVariables]) {
    const token = context.env[variable]?.trim();
    if (token !== undefined && token !== '') {
      return token;
    }
  }
  const others = dialect.tokenVariables.join(', ');
  throw new Failure('token-missing', `Cannot call ${dialect.title}: no token was given`, {
    hint: `Set ${TOKEN_VARIABLE} (or ${others}) or pass --token-file, with a classic personal access token of scope repo`,
  });
}

async function readTokenFile(path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw fileFailure(error, 'read the token file', path);
  }
  const token = text.trim();
  if (token === '') {
    throw new Failure('token-missing', `Cannot read the token file "${path}": it is empty`);
  }
  return token;
}
