import { definedMembers } from '../../base/json.ts';
import { NEUTRAL_FOLDER, runProgram } from '../../base/run-program.ts';
import type { Credentials } from '../../client/credentials.ts';
import type { Dialect } from '../../model/dialects.table.ts';
import { Failure } from '../../model/failure.ts';
import type { AppContext } from '../context.ts';
import { readSecretFile } from '../secret-file.ts';
import type { ServiceSettings } from '../service-settings.ts';
import { findLogin } from './login-file.ts';
import {
  readTokenVariables,
  TOKEN_VARIABLE,
  type TokenDestination,
  websiteOf,
  whyNot,
} from './token-variables.ts';

/** The variable with the secret for `--client-id`. */
const SECRET_VARIABLE = 'SATCHEL_CLIENT_SECRET';

/** The GitHub CLI only reads its own files. */
const GH_TIMEOUT_MS = 5_000;
const MAX_TOKEN_LENGTH = 64 * 1024;

interface TokenSource {
  readonly dialect: Dialect;
  readonly baseUrl: URL;
  readonly context: AppContext;
  /** Addresses of the accounts of the configuration without a token. */
  readonly accountsAt?: readonly string[];
}

/**
 * Finds the credentials: none (`--anonymous`), an OAuth app (`--client-id`), a GitHub App (`--app-id`), or a token: from
 * `--token-file`, or else `SATCHEL_TOKEN`, or else the dialect's variables, or else `gh auth token` for this host, or else
 * `satchel login`. The credentials of an account in the configuration take precedence over all of these. There is no flag
 * for a secret itself, because arguments are visible to every user of the machine.
 */
export async function findCredentials(settings: ServiceSettings, source: TokenSource): Promise<Credentials> {
  const { anonymous, clientId, appId, appKeyFile, tokenFile } = settings;
  const ways = [anonymous, clientId, appId ?? appKeyFile, tokenFile].filter(
    (way) => way !== undefined && way !== false,
  );
  if (ways.length > 1) {
    throw new Failure('usage', 'Cannot call with several credentials at once: more than one was given', {
      commandHint: 'Choose one of --anonymous, --client-id, --app-id and --token-file',
    });
  }
  if (anonymous === true) {
    return {};
  }
  if (appId !== undefined || appKeyFile !== undefined) {
    return await findApp(settings, source);
  }
  return clientId === undefined
    ? { token: await findToken(tokenFile, source) }
    : { application: { clientId, clientSecret: await findSecret(settings, source) } };
}

async function findApp(settings: ServiceSettings, source: TokenSource): Promise<Credentials> {
  const { appKeyFile } = settings;
  const { baseUrl, dialect, context, accountsAt = [] } = source;
  const reason =
    appKeyFile === undefined
      ? undefined
      : whyNotFile(appKeyFile, { dialect, baseUrl, env: context.env, accountsAt });
  if (reason !== undefined) {
    throw new Failure('token-missing', `Cannot call ${baseUrl.origin}: ${reason}`, {
      commandHint: 'Pass the key for this address with --app-key-file',
    });
  }
  return await readApp(settings, context);
}

/** Reads the key of a GitHub App from its file. */
export async function readApp(
  settings: AppSettings,
  context: Pick<AppContext, 'onReport'>,
): Promise<Credentials> {
  const { appId, appKeyFile, installationId, org } = settings;
  if (appId === undefined || appKeyFile === undefined) {
    const [given, missing] = appId === undefined ? ['key', '--app-id'] : ['id', '--app-key-file'];
    throw new Failure('usage', `Cannot call as a GitHub App: only its ${given} was given`, {
      commandHint: `Add ${missing}`,
    });
  }
  const privateKey = await readSecretFile(appKeyFile, 'key', context);
  return { app: { appId, privateKey, ...definedMembers({ installationId, owner: org }) } };
}

type AppSettings = {
  readonly [Name in 'appId' | 'appKeyFile' | 'installationId' | 'org']?: ServiceSettings[Name] | undefined;
};

async function findToken(tokenFile: string | undefined, source: TokenSource): Promise<string> {
  const { dialect, baseUrl, context, accountsAt = [] } = source;
  const destination = { dialect, baseUrl, env: context.env, accountsAt };
  const reason = tokenFile === undefined ? undefined : whyNotFile(tokenFile, destination);
  if (tokenFile !== undefined && reason === undefined) {
    return await readSecretFile(tokenFile, 'token', context);
  }
  const { token, passedOver } = readTokenVariables(destination);
  const found = token ?? (await askGh(source));
  if (found !== undefined) {
    return found;
  }
  const login = await findLogin(baseUrl, context.env);
  if (login !== undefined) {
    return await readSecretFile(login, 'token', context);
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
      commandHint: `Set ${TOKEN_VARIABLE}${names === '' ? '' : ` (or ${names})`} or pass --token-file. Migrations need a classic personal access token with the repo scope; "satchel permissions" lists what other calls need`,
    },
  );
}

/** A file in a variable is bound to an address like a token in a variable; one on the command line is not. */
function whyNotFile(path: string, destination: TokenDestination): string | undefined {
  const [variable] =
    Object.entries(destination.env).find(
      ([name, value]) => /^SATCHEL_(?:\w+_)?(?:TOKEN|APP_KEY)_FILE$/.test(name) && value === path,
    ) ?? [];
  const reason = variable === undefined ? undefined : whyNot({ name: variable, reach: 'named' }, destination);
  return reason === undefined ? undefined : `${variable} is ${reason}`;
}

async function findSecret({ clientSecretFile }: ServiceSettings, source: TokenSource): Promise<string> {
  const { dialect, baseUrl, accountsAt = [], context } = source;
  const { env } = context;
  if (clientSecretFile !== undefined) {
    return await readSecretFile(clientSecretFile, 'client secret', context);
  }
  const secret = env[SECRET_VARIABLE]?.trim() ?? '';
  if (secret === '') {
    throw new Failure('token-missing', 'Cannot call as an OAuth app: no client secret was given', {
      commandHint: `Set ${SECRET_VARIABLE} or pass --client-secret-file`,
    });
  }
  const reason = whyNot({ name: SECRET_VARIABLE, reach: 'named' }, { dialect, baseUrl, env, accountsAt });
  if (reason !== undefined) {
    throw new Failure('token-missing', `Cannot call ${baseUrl.origin}: ${SECRET_VARIABLE} is ${reason}`, {
      commandHint: 'Pass the secret for this address with --client-secret-file',
    });
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
  const { host } = websiteOf(baseUrl, dialect);
  const variables = dialect.tokenVariables.map(({ name }) => [name, undefined]);
  const env = { ...context.env, ...Object.fromEntries(variables) };
  const { trouble, stdout } = await runProgram({
    command: ['gh', 'auth', 'token', '--hostname', host],
    env,
    directory: NEUTRAL_FOLDER,
    signal: context.signal,
    timeoutMs: GH_TIMEOUT_MS,
    maxOutputLength: MAX_TOKEN_LENGTH,
  });
  const token = stdout.trim();
  return trouble === undefined && token !== '' ? token : undefined;
}
