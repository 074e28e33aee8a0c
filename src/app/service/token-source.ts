import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Failure, fileFailure } from '../../base/index.ts';
import type { Credentials } from '../../client/index.ts';
import type { Dialect } from '../../model/index.ts';
import type { AppContext } from '../context.ts';
import type { ServiceSettings } from './service-settings.ts';
import {
  isHosted,
  readTokenVariables,
  TOKEN_VARIABLE,
  type TokenDestination,
  whyNot,
} from './token-variables.ts';

/** The variable with the secret for `--client-id`. */
const SECRET_VARIABLE = 'SATCHEL_CLIENT_SECRET';

/** The GitHub CLI only reads its own files. */
const GH_TIMEOUT_MS = 5_000;

interface TokenSource {
  readonly dialect: Dialect;
  readonly baseUrl: URL;
  readonly context: AppContext;
  /** Addresses of the accounts of the configuration without a token. */
  readonly accountsAt?: readonly string[];
}

/**
 * Finds the credentials: none (`--anonymous`), an OAuth app (`--client-id`), or a token: from `--token-file`, or else
 * `SATCHEL_TOKEN`, or else the dialect's variables, or else `gh auth token` for this host. The token of an account in
 * the configuration takes precedence over all of these. There is no flag for a secret itself, because arguments are
 * visible to every user of the machine.
 */
export async function findCredentials(settings: ServiceSettings, source: TokenSource): Promise<Credentials> {
  const ways = [settings.anonymous, settings.clientId, settings.tokenFile].filter(
    (way) => way !== undefined && way !== false,
  );
  if (ways.length > 1) {
    throw new Failure('usage', 'Cannot combine --anonymous, --client-id and --token-file: choose one');
  }
  if (settings.anonymous === true) {
    return {};
  }
  return settings.clientId === undefined
    ? { token: await findToken(settings.tokenFile, source) }
    : { application: { clientId: settings.clientId, clientSecret: await findSecret(settings, source) } };
}

async function findToken(tokenFile: string | undefined, source: TokenSource): Promise<string> {
  const { dialect, baseUrl, context, accountsAt = [] } = source;
  const destination = { dialect, baseUrl, env: context.env, accountsAt };
  const reason = tokenFile === undefined ? undefined : whyNotFile(tokenFile, destination);
  if (tokenFile !== undefined && reason === undefined) {
    return await readSecretFile(tokenFile, 'token');
  }
  const { token, passedOver } = readTokenVariables(destination);
  const found = token ?? (await askGh(source));
  if (found !== undefined) {
    return found;
  }
  const reasons = [...(reason === undefined ? [] : [reason]), ...passedOver];
  const others = dialect.tokenVariables.filter((row) => whyNot(row, destination) === undefined);
  const names = others.map(({ name }) => name).join(', ');
  throw new Failure(
    'token-missing',
    reasons.length === 0
      ? `Cannot call ${dialect.title}: no token was given`
      : `Cannot call ${baseUrl.origin}: no token was given for it (${reasons.join('; ')})`,
    {
      hint: `Set ${TOKEN_VARIABLE}${names === '' ? '' : ` (or ${names})`} or pass --token-file, with a classic personal access token that has the repo scope`,
    },
  );
}

/** A token file in a variable is bound to an address like a token in a variable; one on the command line is not. */
function whyNotFile(tokenFile: string, destination: TokenDestination): string | undefined {
  const [variable] =
    Object.entries(destination.env).find(
      ([name, value]) => /^SATCHEL_(?:\w+_)?TOKEN_FILE$/.test(name) && value === tokenFile,
    ) ?? [];
  const reason = variable === undefined ? undefined : whyNot({ name: variable, reach: 'named' }, destination);
  return reason === undefined ? undefined : `${variable} is ${reason}`;
}

async function findSecret({ clientSecretFile }: ServiceSettings, source: TokenSource): Promise<string> {
  const { dialect, baseUrl, accountsAt = [], context } = source;
  const { env } = context;
  if (clientSecretFile !== undefined) {
    return await readSecretFile(clientSecretFile, 'client secret');
  }
  const secret = env[SECRET_VARIABLE]?.trim() ?? '';
  if (secret === '') {
    throw new Failure('token-missing', 'Cannot call as an OAuth app: no client secret was given', {
      hint: `Set ${SECRET_VARIABLE} or pass --client-secret-file`,
    });
  }
  const reason = whyNot({ name: SECRET_VARIABLE, reach: 'named' }, { dialect, baseUrl, env, accountsAt });
  if (reason !== undefined) {
    throw new Failure('token-missing', `Cannot call ${baseUrl.origin}: ${SECRET_VARIABLE} is ${reason}`, {
      hint: 'Pass the secret for this address with --client-secret-file',
    });
  }
  return secret;
}

/** Reads a file that contains only a secret. Fails with `token-missing` if it is empty. */
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

/**
 * The token of the GitHub CLI for the host of the base URL; undefined if it is not installed or has no login. Its
 * variables are removed from its environment, because it would return the token of GH_ENTERPRISE_TOKEN for any host.
 */
async function askGh({ dialect, baseUrl, context }: TokenSource): Promise<string | undefined> {
  if (dialect.name !== 'github') {
    return undefined;
  }
  const host = isHosted(baseUrl, dialect) ? baseUrl.host.replace(/^api\./, '') : baseUrl.host;
  const variables = dialect.tokenVariables.map(({ name }) => [name, undefined]);
  const env = { ...context.env, ...Object.fromEntries(variables) };
  const options = { env, timeout: GH_TIMEOUT_MS, signal: context.signal, windowsHide: true };
  return await new Promise((resolve) => {
    execFile('gh', ['auth', 'token', '--hostname', host], options, (error, stdout) => {
      const token = stdout.trim();
      resolve(error === null && token !== '' ? token : undefined);
    });
  });
}
