import { formatSeconds, HOUR_MS } from '../../world/timestamps.ts';
import { type Answer, apiError, json, notFound } from '../api/answer.ts';
import type { IssuedTokenKind, TokenGrant } from '../api/caller.ts';
import { everybody, type Handler, routeGroup } from '../api/route.ts';
import { FULL_PERMISSIONS, issueToken } from '../api/tokens.ts';
import { accountJson } from '../json/account-json.ts';
import type { Service } from '../service.ts';
import { APP_ID, INSTALLATION_ID } from './app-jwt.ts';
import { CODE_LIFETIME } from './device-logins.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Errors have status 200, as in the real service. */
function oauthError(error: string, text: string): Answer {
  return json({ error, error_description: text });
}

const UNKNOWN_APP = 'The client_id and/or client_secret passed are incorrect.';

/** Starts a login by device flow (RFC 8628, 3.1). */
const startDeviceLogin: Handler = ({ body, context }, { oauthApp, deviceLogins }) => {
  if (body['client_id'] !== oauthApp.clientId) {
    return { type: 'json', status: 404, body: { error: 'Not Found' } };
  }
  const scopes = String(body['scope'] ?? '').split(/[\s,]+/);
  const { deviceCode, userCode, interval } = deviceLogins.start(scopes.filter((scope) => scope !== ''));
  return json({
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${context.baseUrl}/login/device`,
    expires_in: CODE_LIFETIME,
    interval,
  });
};

/**
 * Issues an OAuth token to the known app: for a completed login by device flow, or for any code. The specification limits
 * these requests (8.2, 6) but does not show them; the responses are those of the real service.
 */
const issueAccessToken: Handler = ({ body, caller }, service) => {
  const { oauthApp, tokens, deviceLogins } = service;
  if (body['grant_type'] === DEVICE_GRANT) {
    if (body['client_id'] !== oauthApp.clientId) {
      return oauthError('incorrect_client_credentials', UNKNOWN_APP);
    }
    const poll = deviceLogins.poll(String(body['device_code']));
    if ('error' in poll) {
      return json({ error_description: 'The login is not complete.', ...poll });
    }
    const { token } = grantToken('oauth', { scopes: poll.scopes }, service);
    return json({ access_token: token, token_type: 'bearer', scope: poll.scopes.join(',') });
  }
  const isKnownApp =
    caller.type === 'oauth_app' ||
    (body['client_id'] === oauthApp.clientId && body['client_secret'] === oauthApp.clientSecret);
  if (!isKnownApp) {
    return oauthError('incorrect_client_credentials', UNKNOWN_APP);
  }
  if (typeof body['code'] !== 'string' || body['code'] === '') {
    return oauthError('bad_verification_code', 'The code passed is incorrect or expired.');
  }
  return json({ access_token: tokens.oauth, token_type: 'bearer', scope: 'repo' });
};

function grantToken(kind: IssuedTokenKind, rights: Partial<TokenGrant>, service: Service): TokenGrant {
  const { grants, dialect, random, world } = service;
  const token = issueToken(dialect, kind, random);
  const standard = { scopes: [], permissions: FULL_PERMISSIONS };
  const grant = { ...standard, ...rights, token, kind, login: world.account.login };
  grants.set(token, grant);
  return grant;
}

/** Lets only the app itself through, with a token that it has signed. */
function forApp(handle: Handler): Handler {
  return (request, service) =>
    request.caller.type === 'app'
      ? handle(request, service)
      : apiError(401, 'A JSON web token could not be decoded');
}

const listInstallations: Handler = ({ context }) =>
  json([
    {
      id: INSTALLATION_ID,
      app_id: APP_ID,
      account: accountJson(context.world.organization.login, context),
      target_type: 'Organization',
      permissions: FULL_PERMISSIONS,
      repository_selection: 'all',
      suspended_at: null,
    },
  ]);

const createInstallationToken: Handler = ({ parameters }, service) => {
  if (parameters['installation_id'] !== String(INSTALLATION_ID)) {
    return notFound();
  }
  const expiresAtMs = service.clock.now() + HOUR_MS;
  const { token, permissions } = grantToken('app_installation', { expiresAtMs }, service);
  const body = { token, expires_at: formatSeconds(expiresAtMs), permissions, repository_selection: 'all' };
  return { type: 'json', status: 201, body };
};

const OAUTH = { page: '/apps/oauth-apps/authorizing-oauth-apps', access: everybody(), isFree: true };

/** Additions to the specification: how OAuth apps and GitHub Apps get tokens. */
export const LOGIN_ROUTES = [
  ...routeGroup({ root: '/login', ...OAUTH }, [
    ['POST', '/device/code', 'device-flow', startDeviceLogin],
    ['POST', '/oauth/access_token', 'device-flow', issueAccessToken, { makes: 'token' }],
  ]),
  ...routeGroup({ root: '/app/installations', page: '/apps/apps', access: everybody() }, [
    ['GET', '', 'list-installations-for-the-authenticated-app', forApp(listInstallations)],
    [
      'POST',
      '/{installation_id}/access_tokens',
      'create-an-installation-access-token-for-an-app',
      forApp(createInstallationToken),
      { makes: 'token' },
    ],
  ]),
];
