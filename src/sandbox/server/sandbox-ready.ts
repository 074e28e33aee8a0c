import { fullNameOf } from '../world/repository/scene.ts';
import type { SandboxReady } from './sandbox-options.ts';
import type { ServiceCore } from './service.ts';

interface Origins {
  readonly apiOrigin: string;
  readonly storageOrigin: string;
}

/** Says where a sandbox is and how to use it. The base URL tells the dialect, as it does for real deployments. */
export function describeSandbox(
  { dialect, tokens, oauthApp, world }: Pick<ServiceCore, 'dialect' | 'oauthApp' | 'tokens' | 'world'>,
  { apiOrigin, storageOrigin }: Origins,
): SandboxReady {
  return {
    message_type: 'ready',
    url: apiOrigin,
    base_url: dialect.name === 'github' ? `${apiOrigin}/api/v3` : apiOrigin,
    storage_url: storageOrigin,
    dialect: dialect.name,
    tokens,
    oauth_app: { client_id: oauthApp.clientId, client_secret: oauthApp.clientSecret },
    user: world.account.login,
    organization: world.organization.login,
    enterprise: world.enterprise,
    repositories: world.repositories.map(fullNameOf),
  };
}
