import { json } from './api/answer.ts';
import type { Handler } from './api/route.ts';

/**
 * Hands the OAuth token to the app that the sandbox knows, for any code. The specification limits these requests
 * (8.2, 6) but does not show them; the answers, errors with 200 among them, are the real service's.
 */
export const issueAccessToken: Handler = ({ body, caller }, { oauthApp, tokens }) => {
  const isKnownApp =
    caller.type === 'oauth_app' ||
    (body['client_id'] === oauthApp.clientId && body['client_secret'] === oauthApp.clientSecret);
  if (!isKnownApp) {
    return json({
      error: 'incorrect_client_credentials',
      error_description: 'The client_id and/or client_secret passed are incorrect.',
    });
  }
  if (typeof body['code'] !== 'string' || body['code'] === '') {
    return json({
      error: 'bad_verification_code',
      error_description: 'The code passed is incorrect or expired.',
    });
  }
  return json({ access_token: tokens.oauth, token_type: 'bearer', scope: 'repo' });
};
