import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Failure, fileFailure } from '../base/index.ts';
import type { Credentials } from '../client/index.ts';
import type { Dialect } from '../model/index.ts';
import type { Context } from './context.ts';

/** Satchel's own variable; the dialect's come after it. */
const TOKEN_VARIABLE = 'SATCHEL_TOKEN';

/** The variable of the secret that belongs to `--client-id`. */
const SECRET_VARIABLE = 'SATCHEL_CLIENT_SECRET';

/** The GitHub CLI answers from its own files, or not at all. */
const GH_TIMEOUT_MS = 5_000;

/** The flags that say who calls. */
export interface TokenFlags {
  readonly tokenFile?: string;
  readonly anonymous?: boolean;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
}

interface TokenSource {
  readonly dialect: Dialect;
  readonly baseUrl: URL;
  readonly context: Context;
}

/**
 * Finds out who calls: nobody (`--anonymous`), an OAuth app (`--client-id`), or a token: the file of `--token-file`,
 * else `SATCHEL_TOKEN`, else the dialect's variables, else what `gh auth token` has for this host. An account of the
 * configuration that names its token is asked before all of this.
 * There is no flag for a secret itself, because arguments are visible to every user of the machine.
 */
export async function findCredentials(flags: TokenFlags, source: TokenSource): Promise<Credentials> {
  const ways = [flags.anonymous, flags.clientId, flags.tokenFile].filter(
    (way) => way !== undefined && way !== false,
  );
  if (ways.length > 1) {
    throw new Failure(
      'usage',
      'Cannot tell who calls: give one of --anonymous, --client-id and --token-file',
    );
  }
  if (flags.anonymous === true) {
    return {};
  }
  return flags.clientId === undefined
    ? { token: await findToken(flags.tokenFile, source) }
    : { application: { clientId: flags.clientId, clientSecret: await findSecret(flags, source.context) } };
}

async function findToken(tokenFile: string | undefined, source: TokenSource): Promise<string> {
  const { dialect, context } = source;
  if (tokenFile !== undefined) {
    return await readSecretFile(tokenFile, 'token');
  }
  for (const variable of [TOKEN_VARIABLE, ...dialect.tokenVariables]) {
    const token = context.env[variable]?.trim();
    if (token !== undefined && token !== '') {
      return token;
    }
  }
  const token = await askGh(source);
  if (token !== undefined) {
    return token;
  }
  const others = dialect.tokenVariables.join(', ');
  throw new Failure('token-missing', `Cannot call ${dialect.title}: no token was given`, {
    hint: `Set ${TOKEN_VARIABLE} (or ${others}) or pass --token-file, with a classic personal access token of scope repo`,
  });
}

async function findSecret({ clientSecretFile }: TokenFlags, { env }: Context): Promise<string> {
  if (clientSecretFile !== undefined) {
    return await readSecretFile(clientSecretFile, 'client secret');
  }
  const secret = env[SECRET_VARIABLE]?.trim() ?? '';
  if (secret === '') {
    throw new Failure('token-missing', 'Cannot call as an OAuth app: no client secret was given', {
      hint: `Set ${SECRET_VARIABLE} or pass --client-secret-file`,
    });
  }
  return secret;
}

/** The secret that a file holds alone. Fails with `token-missing` where it is empty. */
export async function readSecretFile(path: string, what: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw fileFailure(error, `read the ${what} file`, path);
  }
  const secret = text.trim();
  if (secret === '') {
    throw new Failure('token-missing', `Cannot read the ${what} file "${path}": it is empty`);
  }
  return secret;
}

/** What the GitHub CLI has for the host of the base URL, and for no other; undefined without it or without a login. */
async function askGh({ dialect, baseUrl, context }: TokenSource): Promise<string | undefined> {
  if (dialect.name !== 'github') {
    return undefined;
  }
  const host = baseUrl.host.replace(/^api\./, '');
  const options = { env: context.env, timeout: GH_TIMEOUT_MS, signal: context.signal, windowsHide: true };
  return await new Promise((resolve) => {
    execFile('gh', ['auth', 'token', '--hostname', host], options, (error, stdout) => {
      const token = stdout.trim();
      resolve(error === null && token !== '' ? token : undefined);
    });
  });
}
