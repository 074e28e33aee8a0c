import type { Browsing } from '../reading/index.ts';
import { pathOfSegments, segmentsOf } from './addresses/location-of.ts';
import { type ReadAddress, readAddress } from './addresses/read-address.ts';
import type { Links } from './frame.ts';
import { accountPath, commitPath, repositoryPath, threadPath } from './paths.ts';
import { isShownType } from './show/preview/file-types.table.ts';

/** Whether the reader has a page at a path. */
export type HasPage = (path: string) => boolean;

/** Creates links from records to pages, only for what the store contains. */
export function createLinks(store: Browsing, hasPage: HasPage): Links {
  const links: Links = {
    thread: (repo, number) => links.glance(repo, number)?.path,
    glance(repo, number) {
      const name = store.repositoryName(repo);
      const found = name === undefined ? undefined : store.glance(name, number);
      return name === undefined || found === undefined
        ? undefined
        : { ...found, path: threadPath({ repo: name, number, kind: found.kind }) };
    },
    account: (login) => (store.hasAccount(login) ? accountPath(login) : undefined),
    picture(login) {
      const url = store.pictureUrl(login);
      const kept = url === undefined ? undefined : links.attachment(url);
      return kept !== undefined && isShownType(kept.contentType) ? kept.path : undefined;
    },
    repository(repo) {
      const name = store.repositoryName(repo);
      return name === undefined ? undefined : repositoryPath(name);
    },
    commit(repo, sha) {
      const name = store.repositoryName(repo);
      const isKept = name !== undefined && store.gitPlace(name, false) !== undefined;
      return isKept ? commitPath(name, sha) : undefined;
    },
    local(url) {
      const address = readAddress(url, store.origins());
      return address === undefined ? undefined : localPath(url, address, { store, links, hasPage });
    },
    attachment(url) {
      const plain = url.replace(/[?#].*$/, '');
      const kept = /^https?:\/\//.test(plain) ? store.upload(plain) : undefined;
      return kept === undefined
        ? undefined
        : {
            path: uploadPath(plain, store.origins(), hasPage),
            contentType: kept.contentType ?? 'application/octet-stream',
          };
    },
  };
  return links;
}

/**
 * An upload has the path that it had at the service. If it has another origin, or if the reader has no page at that
 * path, it is below `/-/uploads` and its host.
 */
function uploadPath(url: string, origins: readonly string[], hasPage: HasPage): string {
  const { origin, host, pathname } = new URL(url);
  const path = pathOfSegments(segmentsOf(pathname));
  return origins.includes(origin) && hasPage(path)
    ? path
    : pathOfSegments(['-', 'uploads', host, ...segmentsOf(pathname)]);
}

interface LinkSources {
  readonly store: Browsing;
  readonly links: Links;
  readonly hasPage: HasPage;
}

function localPath(
  url: string,
  { segments, search, hash }: ReadAddress,
  sources: LinkSources,
): string | undefined {
  const { store, links, hasPage } = sources;
  const { repo, number } = store.urlPlace(url);
  if (segments.length === 1) {
    return links.account(segments[0] ?? '');
  }
  if (repo !== undefined && number !== undefined && THREAD.test(pathOfSegments(segments))) {
    const thread = links.thread(repo, number);
    return thread === undefined ? undefined : `${thread}${hash}`;
  }
  const home = segments.slice(0, 2).join('/');
  const name = store.repositoryName(home) ?? (repo === undefined ? undefined : store.repositoryName(repo));
  if (name === undefined) {
    return undefined;
  }
  // Other services nest the owner deeper and insert a dash after the repository's name.
  const nameEnd = segments.indexOf(name.slice(name.lastIndexOf('/') + 1), 1);
  const rest = segments.slice(Math.max(nameEnd, 1) + 1).filter((part) => part !== '-');
  const path = `${repositoryPath(name)}${rest.length === 0 ? '' : pathOfSegments(rest)}`;
  // Comments on a commit are shown even without the commit.
  const isSaid = hash.startsWith('#commitcomment-');
  return (isSaid || isShown(name, rest, sources)) && hasPage(path) ? `${path}${search}${hash}` : undefined;
}

/** Code and wikis are only shown if their repository was kept, release assets if their file was. */
function isShown(repo: string, [section = '', ...more]: readonly string[], { store }: LinkSources): boolean {
  return (
    !(CODE.has(section) && store.gitPlace(repo, false) === undefined) &&
    !(section === 'wiki' && store.gitPlace(repo, true) === undefined) &&
    !(section === 'releases' && more[0] === 'download' && !hasAsset(repo, more, store))
  );
}

function hasAsset(repo: string, [, tag = '', name = '']: readonly string[], store: Browsing): boolean {
  return store.releaseAsset({ repo, tag, name }) !== undefined;
}

const CODE: ReadonlySet<string> = new Set([
  'tree',
  'blob',
  'raw',
  'blame',
  'commits',
  'commit',
  'branches',
  'tags',
  'compare',
  'find',
]);

/** Reviews and review comments have addresses below the files of a pull request, but are shown in its conversation. */
const THREAD = /\/(?:issues|pull|discussions|merge_requests|pull-requests)\/\d+(?:\/files)?$/;
