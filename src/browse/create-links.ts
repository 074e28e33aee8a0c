import { decodePart, lastSegment } from '../base/text-ends.ts';
import { repositoryNameOfPath } from '../model/writer-variations.ts';
import type { Browsing } from '../reading/open-browsing.ts';
import { pathOfSegments, segmentsOf } from './addresses/location-of.ts';
import { type ReadAddress, readAddress } from './addresses/read-address.ts';
import type { Links } from './frame.ts';
import { MAX_ANCHORED_COMMENTS } from './pages/thread/plan-parts.ts';
import {
  accountPath,
  anchorOf,
  attachmentPath,
  commitPath,
  membersPath,
  milestonePath,
  repositoryPath,
  teamsPath,
  threadPath,
  withQuery,
} from './paths.ts';
import { isShownType } from './show/preview/file-types.table.ts';

/** Whether the reader has a page at a path. */
export type HasPage = (path: string) => boolean;

/** Creates links from records to pages, only for what the store contains. */
export function createLinks(store: Browsing, hasPage: HasPage): Links {
  const links: Links = {
    thread: (repo, number, expected) => links.glance(repo, number, expected)?.path,
    glance(repo, number, expected) {
      const name = store.repositoryName(repo);
      const found = name === undefined ? undefined : store.glance(name, number, expected);
      return name === undefined || found === undefined
        ? undefined
        : { ...found, path: threadPath({ repo: name, number, kind: found.kind }) };
    },
    milestone(repo, title) {
      const name = store.repositoryName(repo);
      const found =
        name === undefined ? undefined : store.milestones(name).find((one) => one.title === title);
      return name === undefined || typeof found?.number !== 'number'
        ? undefined
        : milestonePath(name, found.number);
    },
    account: (login) => (store.hasAccount(login) ? accountPath(login) : undefined),
    team(name) {
      const place = store.teamPlace(name);
      return place && teamsPath(place.organization, place.slug);
    },
    author({ name, email }) {
      // Service addresses that hide the real one have the login before the "@", sometimes behind a number.
      const [, noted = ''] = /^(?:\d+\+)?([^@+]+)@users\.noreply\./.exec(email) ?? [];
      const own = store.loginOfMail(email) ?? [noted, name].find((one) => store.hasAccount(one));
      return own ?? store.loginOfName(name);
    },
    fullName: (login) => store.account(login)?.name ?? undefined,
    picture(login) {
      const url = store.pictureUrl(login);
      const kept =
        url === undefined ? undefined : store.remember(`picture ${url}`, () => links.attachment(url));
      return kept !== undefined && isShownType(kept.contentType) ? kept.path : undefined;
    },
    home(repo) {
      const name = store.repositoryName(repo);
      return name === undefined
        ? undefined
        : (store.repository(name).url ?? `${store.origins()[0]}${pathOfSegments(name.split('/'))}`);
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
      const isPlace = url.startsWith('tarball://root/');
      const asset = isPlace ? store.assetName(decodePart(url)) : undefined;
      if (asset !== undefined) {
        const kept = store.releaseAsset(asset);
        return kept && { path: assetPath(asset), contentType: kept.contentType ?? BYTES };
      }
      const named = isPlace ? (store.uploadUrl(decodePart(url)) ?? '') : url;
      const plain = named.replace(/[?#].*$/, '');
      const kept = /^https?:\/\//.test(plain) ? store.upload(plain) : undefined;
      return (
        kept && {
          path: uploadPath(kept.url, store.origins(), hasPage),
          contentType: kept.contentType ?? BYTES,
          page: attachmentPath(kept.url),
        }
      );
    },
  };
  return links;
}

const BYTES = 'application/octet-stream';

function assetPath({
  repo,
  tag,
  name,
}: {
  readonly repo: string;
  readonly tag: string;
  readonly name: string;
}) {
  return `${repositoryPath(repo)}${pathOfSegments(['releases', 'download', tag, name])}`;
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
  const { repo, number, kind } = store.urlPlace(url);
  const [section, organization = '', list, slug] = segments;
  if (section === 'orgs') {
    return organizationPath(organization, { list, slug }, links);
  }
  const place = findRepository(segments, store);
  if (
    segments.length === 1 ||
    (place === undefined && segments.length === 2 && OWNER_SECTIONS.has(segments[0] ?? ''))
  ) {
    return links.account(segments.at(-1) ?? '');
  }
  if (repo !== undefined && number !== undefined && THREAD.test(pathOfSegments(segments))) {
    const thread = links.thread(repo, number, kind);
    const anchor = search.includes('commentId=') ? `#${anchorOf(search + hash)}` : hash;
    const isFar = anchor !== '' && store.hasMoreComments(url.replace(/#.*/, ''), MAX_ANCHORED_COMMENTS);
    return thread === undefined
      ? undefined
      : `${isFar ? withQuery(thread, { comment: anchor.slice(1) }) : thread}${anchor}`;
  }
  if (place === undefined) {
    return links.team(url);
  }
  const { name } = place;
  const { rest: given, query } = inServiceWords(place.rest, search);
  const rest = inTagsOfDrafts(name, given, store);
  const path = `${repositoryPath(name)}${rest.length === 0 ? '' : pathOfSegments(rest)}`;
  // Comments on a commit are shown even without the commit.
  const isSaid = /^#(?:commitcomment-|note_)/.test(hash);
  return (isSaid || isShown(name, rest, sources)) && hasPage(path) ? `${path}${query}${hash}` : undefined;
}

/** The page of an organization, of its members, of its teams or of one of them. */
function organizationPath(
  organization: string,
  { list, slug }: Readonly<Record<'list' | 'slug', string | undefined>>,
  links: Links,
): string | undefined {
  if (list === 'teams' && slug !== undefined) {
    return links.team(`${organization}/${slug}`);
  }
  const home = links.account(organization);
  const pages = { people: membersPath(organization), teams: teamsPath(organization) };
  return home === undefined || list === undefined
    ? home
    : list === 'people' || list === 'teams'
      ? pages[list]
      : undefined;
}

/** The repository at the beginning of a path, and the rest; other services nest owners, and insert a dash after the name. */
function findRepository(segments: readonly string[], store: Browsing) {
  for (let end = 2; end <= segments.length; end += 1) {
    const name = store.repositoryName(repositoryNameOfPath(segments.slice(0, end).join('/')));
    if (name !== undefined) {
      return { name, rest: segments.slice(end).filter((part) => part !== '-') };
    }
  }
  return undefined;
}

interface Rest {
  readonly rest: readonly string[];
  /** With the question mark. */
  readonly query: string;
}

/** Translates paths of other services: tags, branches and files of GitLab and Bitbucket, commits of Bitbucket. */
function inServiceWords(rest: readonly string[], query: string): Rest {
  const [section, ...more] = rest;
  const asked = new URLSearchParams(query);
  const at = (asked.get('at') ?? 'HEAD').replace(/^refs\/heads\//, '');
  switch (section) {
    case 'milestone':
      return { rest: ['milestones', ...more], query: '' };
    case 'tags':
      return more.length === 0 ? { rest, query } : { rest: ['releases', 'tag', ...more], query: '' };
    case 'protected_branches':
      return { rest: ['branches'], query: '' };
    case 'commits':
      return asked.has('commentId') ? { rest: ['commit', ...more], query: '' } : { rest, query };
    case 'browse':
      return at.startsWith(TAGS) && more.length === 0
        ? { rest: ['releases', 'tag', ...at.slice(TAGS.length).split('/')], query: '' }
        : { rest: [more.length === 0 ? 'tree' : 'blob', ...at.split('/'), ...more], query: '' };
    default:
      return { rest, query };
  }
}

const TAGS = 'refs/tags/';

/** The page of a draft is below its tag, unless another release has that tag; its address ends in a generated name. */
function inTagsOfDrafts(repo: string, rest: readonly string[], store: Browsing): readonly string[] {
  const [section, kind, generated = ''] = rest;
  if (section !== 'releases' || kind !== 'tag' || !generated.startsWith('untagged-')) {
    return rest;
  }
  const tags = store.remember(`tags of drafts ${repo}`, () => {
    const all = [...store.releases({ repo, limit: MAX_RELEASES, offset: 0, isOldestFirst: false })];
    const drafts = all.filter(
      ({ isDraft, tag }) => isDraft && all.filter((one) => one.tag === tag).length === 1,
    );
    return new Map(drafts.map(({ url, tag }) => [lastSegment(url), tag]));
  });
  const tag = tags.get(generated) ?? generated;
  return [section, kind, ...tag.split('/')];
}

/** Drafts of a repository with more releases are found by their generated names. */
const MAX_RELEASES = 2_000;

/** Code and wikis are only shown if their repository was kept, release assets if their file was, milestones and alerts if they are here. */
function isShown(repo: string, [section = '', ...more]: readonly string[], { store }: LinkSources): boolean {
  return (
    !(CODE.has(section) && store.gitPlace(repo, false) === undefined) &&
    !(section === 'milestones' && more.length > 0 && !hasMilestone(repo, more, store)) &&
    !(section === 'wiki' && store.gitPlace(repo, true) === undefined) &&
    !(section === 'releases' && more[0] === 'download' && !hasAsset(repo, more, store)) &&
    !(section === 'security' && !hasAlert(repo, more.at(-1) ?? '', store))
  );
}

/** Whether the alert was kept; any of the repository, if that is not a number. */
function hasAlert(repo: string, number: string, store: Browsing): boolean {
  const filter = /^\d+$/.test(number) ? { number: Number(number) } : {};
  return store.captured({ kind: 'alerts', repo, filter, offset: 0, limit: 1 }).length > 0;
}

function hasMilestone(repo: string, [number]: readonly string[], store: Browsing): boolean {
  return store.milestones(repo).some((one) => String(one.number) === number);
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
const THREAD =
  /\/(?:issues|pull|discussions|merge_requests|pull-requests)\/\d+(?:\/(?:files|diffs|overview))?$/;

/** Bitbucket puts projects and people in folders. */
const OWNER_SECTIONS: ReadonlySet<string> = new Set(['projects', 'users']);
