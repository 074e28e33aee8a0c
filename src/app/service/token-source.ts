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

/** The variable of the secret that belongs to `--client-id`. */
const SECRET_VARIABLE = 'SATCHEL_CLIENT_SECRET';

/** The GitHub CLI answers from its own files, or not at all. */
const GH_TIMEOUT_MS = 5_000;

interface TokenSource {
  readonly dialect: Dialect;
  readonly baseUrl: URL;
  readonly context: AppContext;
  /** Addresses of the accounts of the configuration that name no token of their own. */
  readonly accountsAt?: readonly string[];
}

/**
 * Finds out who calls: nobody (`--anonymous`), an OAuth app (`--client-id`), or a token: the file of `--token-file`,
 * else `SATCHEL_TOKEN`, else the dialect's variables, else what `gh auth token` has for this host. An account of the
 * configuration that names its token is asked before all of this.
 * There is no flag for a secret itself, because arguments are visible to every user of the machine.
 */
export async function findCredentials(settings: ServiceSettings, source: TokenSource): Promise<Credentials> {
  const ways = [settings.anonymous, settings.clientId, settings.tokenFile].filter(
    (way) => way !== undefined && way !== false,
  );
  if (ways.length > 1) {
    throw new Failure('usage', 'Choose one kind of credentials: --anonymous, --client-id and --token-file');
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
      hint: `Set ${TOKEN_VARIABLE}${names === '' ? '' : ` (or ${names})`} or pass --token-file, with a classic personal access token of scope repo`,
    },
  );
}

/** A file that a variable names is bound as the token in a variable is; one that was typed goes where it was said. */
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
      hint: 'Pass the secret that belongs there with --client-secret-file',
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

/**
 * What the GitHub CLI has for the host of the base URL, and for no other; undefined without it or without a login. Its own
 * variables are kept from it: it would give that of a server of one's own to whatever host it is asked about.
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
