import { satchelVersion } from '../../base/own-package.ts';
import { readNetwork } from '../../client/network.ts';
import { createPoster } from '../../client/poster.ts';
import { Failure } from '../../model/failure.ts';
import { redactSecrets } from '../../model/redact-secrets.ts';
import type { AppContext } from '../context.ts';

/** Makes repositories at a Gitea or Forgejo. */
export interface ForgeMaker {
  /** Makes the empty repository of this address; false if it exists. Fails with `network`. */
  make(url: URL, isPrivate: boolean): Promise<boolean>;
  close(): Promise<void>;
}

/** The API of both (docs.gitea.com/api, repository): a repository of an organization, or else of the token's own account. */
export async function openForge(
  token: string | undefined,
  { env, signal }: Pick<AppContext, 'env' | 'signal'>,
): Promise<ForgeMaker> {
  if (token === undefined) {
    throw new Failure('token-missing', 'Cannot make repositories at the forge: that needs a token', {
      hint: 'Give a token that may write repositories',
      commandHint: 'Give --token-file FILE with a token that may write repositories',
    });
  }
  const poster = createPoster(await readNetwork(env, env['GIT_SSL_CAINFO']), `satchel/${satchelVersion()}`);
  const post = async (url: URL, name: string, isPrivate: boolean) =>
    await poster.post({
      action: `make the repository "${name}"`,
      url,
      headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, private: isPrivate, auto_init: false }),
      signal,
    });
  return {
    async make(url, isPrivate) {
      const [name = '', owner = '', ...above] = url.pathname
        .replace(/(?:\.git)?\/?$/, '')
        .split('/')
        .toReversed();
      const root = new URL(`${above.toReversed().join('/')}/api/v1/`, url);
      let { status, text } = await post(new URL(`orgs/${owner}/repos`, root), name, isPrivate);
      if (status === 404) {
        ({ status, text } = await post(new URL('user/repos', root), name, isPrivate));
      }
      if (status === 409) {
        return false;
      }
      if (status !== 201) {
        throw new Failure(
          'network',
          `the forge answered ${status} when it was asked to make it: ${redactSecrets(text).slice(0, 200)}`,
        );
      }
      return true;
    },
    close: async () => await poster.close(),
  };
}
