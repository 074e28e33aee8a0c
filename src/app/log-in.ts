import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { satchelVersion } from '../base/own-package.ts';
import { writeWholeFile } from '../base/whole-file.ts';
import { createClient } from '../client/create-client.ts';
import { authorizeDevice, type DeviceCode } from '../client/device-flow.ts';
import { openEndpoints } from '../endpoints/open-endpoints.ts';
import { tokenKindOf } from '../model/dialect.ts';
import type { Dialect, TokenKind } from '../model/dialects.table.ts';
import { Failure } from '../model/failure.ts';
import { chooseService } from './choose-service.ts';
import type { AppContext } from './context.ts';
import { chooseAccount } from './service/account.ts';
import { readClientSettings } from './service/client-settings.ts';
import { findLogin, loginPath } from './service/login-file.ts';
import { findCredentials } from './service/token-source.ts';
import { websiteOf } from './service/token-variables.ts';
import type { ServiceSettings } from './service-settings.ts';

/** The scopes of a login that does not name any: what the export of an account needs. */
const USUAL_SCOPES = ['repo'];

export interface LoginSettings extends Pick<ServiceSettings, 'account' | 'baseUrl' | 'caFile' | 'dialect'> {
  readonly clientId?: string;
  readonly scope?: readonly string[];
  /** The file to write the token to; `-` for none. */
  readonly output?: string;
}

/** A completed login. */
export interface Login {
  readonly dialect: Dialect;
  readonly login: string;
  readonly kind: TokenKind;
  readonly scopes: readonly string[];
  readonly token: string;
  /** The file that holds the token, if any. */
  readonly path: string | undefined;
  /** Whether commands without flags use this token. */
  readonly isUsual: boolean;
}

/** Logs in by device flow, checks the token with one call, and then writes it to a file. */
export async function logIn(
  given: LoginSettings,
  context: AppContext,
  onCode: (code: DeviceCode) => void,
): Promise<Login> {
  const { settings, accountsAt } = await chooseAccount(given, context);
  const { baseUrl, dialect } = chooseService(settings);
  const webUrl = websiteOf(baseUrl, dialect);
  const { clientId, output, scope = USUAL_SCOPES } = given;
  if (clientId === undefined) {
    throw new Failure('usage', 'Cannot log in: no client id was given', {
      commandHint: `Register an OAuth app with device flow at ${new URL('settings/applications/new', webUrl)}, and pass its client id with --client-id. For one person a classic token is simpler: ${new URL('settings/tokens/new', webUrl)}`,
    });
  }
  const path = output === undefined ? loginPath(baseUrl, context.env) : resolve(output);
  if (path === undefined) {
    throw new Failure('usage', 'Cannot keep the token: there is no home directory', {
      commandHint: 'Name a file with --output',
    });
  }
  const options = {
    ...(await readClientSettings(settings, context)),
    baseUrl,
    dialect,
    clock: context.clock,
    random: context.random,
    signal: context.signal,
    userAgent: `satchel/${satchelVersion()}`,
    onSecret: (secret: string) => context.onSecret?.(secret),
  };
  const token = await authorizeDevice({ ...options, webUrl, clientId, scopes: scope, onCode });
  const client = createClient({ ...options, token });
  const { login, scopes = [] } = await openEndpoints(client)
    .checkToken()
    .finally(() => client.close());
  if (output !== '-') {
    await writeWholeFile(path, `${token}\n`);
  }
  const source = { dialect, baseUrl, context, accountsAt };
  const usual = await findCredentials({}, source).catch(() => undefined); // Another token may be the wrong one.
  return {
    dialect,
    login,
    kind: tokenKindOf(token),
    scopes,
    token,
    path: output === '-' ? undefined : path,
    isUsual: usual?.token === token,
  };
}

/** A login that was removed from this machine. */
export interface Logout {
  readonly origin: string;
  readonly path: string;
  /** The page on which the token can be revoked. */
  readonly revokeUrl: string;
}

/** Removes the token of `satchel login`. It remains valid until it is revoked at the service. */
export async function logOut(given: LoginSettings, context: AppContext): Promise<Logout> {
  const { settings } = await chooseAccount(given, context);
  const { baseUrl, dialect } = chooseService(settings);
  const path = await findLogin(baseUrl, context.env);
  if (path === undefined) {
    throw new Failure('absent', `Cannot log out of ${baseUrl.origin}: there is no login for it`, {
      commandHint: `Name another service with --base-url, or remove the file that "satchel login --output" wrote`,
    });
  }
  await rm(path);
  return {
    origin: baseUrl.origin,
    path,
    revokeUrl: new URL('settings/applications', websiteOf(baseUrl, dialect)).href,
  };
}
