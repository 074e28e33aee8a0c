import type { Browsing } from '../reading/index.ts';
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
    attachment(url) {
      const isOurs = store.origins().some((origin) => url.startsWith(`${origin}/`));
      const kept = isOurs ? store.upload(url.replace(/[?#].*$/, '')) : undefined;
      return kept === undefined
        ? undefined
        : { path: new URL(url).pathname, contentType: kept.contentType ?? 'application/octet-stream' };
    },
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

/** Reviews and remarks on code have addresses below the files of a pull request, and stand in its conversation. */
const THREAD = /\/(?:issues|pull|discussions|merge_requests|pull-requests)\/\d+(?:\/files)?$/;
