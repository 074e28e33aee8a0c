import { DIALECTS } from '../../model/index.ts';
import type { World } from '../world/world.ts';
import { grantsOf, issueOAuthApp, issueTokens } from './api/tokens.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import type { ServiceCore } from './service.ts';

type Credentials = Pick<ServiceCore, 'grants' | 'oauthApp' | 'tokens'>;

/** Tokens of all kinds for the account, and those that the options add or replace. */
export function createCredentials(
  { account }: World,
  { dialect, seed, grants = [] }: SandboxOptions,
): Credentials {
  const tokens = issueTokens(DIALECTS[dialect], seed);
  const all = [...grantsOf(tokens, account.login), ...grants];
  return {
    tokens,
    oauthApp: issueOAuthApp(DIALECTS[dialect], seed),
    grants: new Map(all.map((grant) => [grant.token, grant])),
  };
}
