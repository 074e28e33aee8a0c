import { DIALECTS } from '../../model/index.ts';
import { grantsOfScenario } from '../scenario/apply-scenario.ts';
import type { SettledOptions } from '../state/recipe.ts';
import type { World } from '../world/world.ts';
import { grantsOf, issueOAuthApp, issueTokens } from './api/tokens.ts';
import type { ServiceCore } from './service.ts';

type Credentials = Pick<ServiceCore, 'grants' | 'oauthApp' | 'tokens'>;

/** Tokens of all kinds for the account, and those that the options add or replace. */
export function createCredentials(
  world: World,
  { dialect, seed, scenario = {}, grants = [] }: SettledOptions,
): Credentials {
  const tokens = issueTokens(DIALECTS[dialect], seed);
  const all = [...grantsOf(tokens, world.account.login), ...grantsOfScenario(scenario, world), ...grants];
  return {
    tokens,
    oauthApp: issueOAuthApp(DIALECTS[dialect], seed),
    grants: new Map(all.map((grant) => [grant.token, grant])),
  };
}
