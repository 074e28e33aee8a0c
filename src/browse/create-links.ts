import type { Browsing } from '../store/index.ts';
import type { Links } from './frame.ts';
import { accountPath, repositoryPath, threadPath } from './paths.ts';

/** Prepares leading from records to pages: only to what the store holds. */
export function createLinks(store: Browsing): Links {
  const links: Links = {
    thread(repo, number) {
      const name = store.repositoryName(repo);
      const kind = name === undefined ? undefined : store.kindOf(name, number);
      return name === undefined || kind === undefined ? undefined : threadPath({ repo: name, number, kind });
    },
    account: (login) => (store.hasAccount(login) ? accountPath(login) : undefined),
    repository(repo) {
      const name = store.repositoryName(repo);
      return name === undefined ? undefined : repositoryPath(name);
    },
    local: (url) => localPath(url, store, links),
    attachment: () => undefined,
  };
  return links;
}

function localPath(url: string, store: Browsing, links: Links): string | undefined {
  const origin = store.origins().find((known) => url.startsWith(`${known}/`));
  if (origin === undefined) {
    return undefined;
  }
  const [path = '', anchor] = url.slice(origin.length).split('#', 2);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const { repo, number } = store.urlPlace(url);
  if (repo === undefined) {
    const login = /^\/([^/]+)\/?$/.exec(path)?.[1];
    return login === undefined ? undefined : links.account(decodeURI(login));
  }
  if (number !== undefined && THREAD.test(path)) {
    const thread = links.thread(repo, number);
    return thread === undefined ? undefined : `${thread}${hash}`;
  }
  return links.repository(repo) === undefined ? undefined : `${path}${hash}`;
}

const THREAD = /\/(?:issues|pull|discussions)\/\d+$/;
