import { decodePart } from '../../../base/text-ends.ts';
import { isUnreadable } from '../../../git/ask-git.ts';
import type { CaptureName } from '../../../model/captures.table.ts';
import type { ThreadGlance } from '../../../reading/locate-record.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { accountPath, codePath, commitPath, repositoryPath, withQuery } from '../../paths.ts';
import type { Sources } from '../../sources.ts';

export type CapturedRow = ReturnType<Browsing['captured']>[number];

/** The texts of a column with a JSON array, which a capture has written. */
export function textsIn(value: CapturedRow[string] | undefined): readonly string[] {
  return JSON.parse(String(value ?? '[]'));
}

/** What a captured row is about, with its page; without a path if the store does not contain it. */
export interface Subject {
  readonly text: string;
  readonly path: string | null;
  /** Of a thread. */
  readonly number?: number;
  /** The kind and state of a thread that the store has. */
  readonly thread?: Pick<ThreadGlance, 'kind' | 'state'>;
}

/** Releases that are searched for a tag. */
const MAX_RELEASES = 1_000;

/** What a row names, before it is looked for in the store. */
type Named =
  | { readonly kind: 'thread'; readonly number: number; readonly title?: string; readonly anchor?: string }
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'release'; readonly tag?: string; readonly title?: string }
  /** Without a number, all alerts of the repository. */
  | { readonly kind: 'alert'; readonly number?: number }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'account'; readonly login: string }
  | { readonly kind: 'gist'; readonly id: string; readonly files: string }
  | { readonly kind: 'repository'; readonly repo: string };

/** Finds the pages that rows of one kind are about; null for rows that name nothing. */
export async function readSubjects(
  sources: Sources,
  kind: CaptureName,
  rows: readonly CapturedRow[],
): Promise<readonly (Subject | null)[]> {
  return await Promise.all(
    rows.map(async (row) => {
      const named = NAMED[kind](row);
      const repo = String(row['repo'] ?? '');
      return named === undefined ? null : await findSubject(named, repo, sources);
    }),
  );
}

const NAMED: Readonly<Record<CaptureName, (row: CapturedRow) => Named | undefined>> = {
  events: ({ payload }) => namedByEvent(JSON.parse(String(payload ?? '{}'))),
  notifications: namedByNotification,
  alerts: ({ manifest_path }) => ({ kind: 'file', path: String(manifest_path) }),
  budgets: ({ scope, entity_name, org }) =>
    scope === 'repository'
      ? { kind: 'repository', repo: withOwner(String(entity_name), String(org)) }
      : undefined, // Organizations and users have links anyway; cost centers and enterprises have no page.
  gists: ({ id, files }) => ({ kind: 'gist', id: String(id), files: String(files) }),
  stars: ({ repo }) => ({ kind: 'repository', repo: String(repo) }),
};

function withOwner(name: string, owner: string): string {
  return name.includes('/') ? name : `${owner}/${name}`;
}

interface PayloadThread {
  readonly number?: number;
  readonly title?: string;
}

/** The parts of payloads (specification 6) that name something. */
interface Payload {
  readonly number?: number;
  readonly issue?: PayloadThread;
  readonly pull_request?: PayloadThread;
  readonly discussion?: PayloadThread;
  readonly comment?: { readonly id?: number; readonly commit_id?: string };
  readonly release?: { readonly tag_name?: string };
  readonly member?: { readonly login?: string };
  readonly forkee?: { readonly full_name?: string };
  readonly head?: string;
  readonly ref?: string | null;
}

function namedByEvent(payload: Payload): Named | undefined {
  const { issue, pull_request, discussion, comment, release, member, forkee, head, ref } = payload;
  const thread = issue ?? pull_request ?? discussion;
  const number = thread?.number ?? payload.number;
  if (number !== undefined) {
    const isSaid = issue !== undefined && comment?.id !== undefined;
    return {
      ...{ kind: 'thread', number },
      ...(thread?.title === undefined ? {} : { title: thread.title }),
      ...(isSaid ? { anchor: `#issuecomment-${comment?.id}` } : {}),
    };
  }
  const sha = comment?.commit_id ?? head;
  return sha !== undefined
    ? { kind: 'commit', sha }
    : release?.tag_name !== undefined
      ? { kind: 'release', tag: release.tag_name }
      : member?.login !== undefined
        ? { kind: 'account', login: member.login }
        : forkee?.full_name !== undefined
          ? { kind: 'repository', repo: forkee.full_name }
          : ref === undefined || ref === null
            ? undefined
            : { kind: 'ref', ref: ref.replace(/^refs\/heads\//, '') };
}

/** What the address of the API names, whose host differs from that of pages, or what its type and title do. */
function namedByNotification({ subject_url, type, title, repo }: CapturedRow): Named | undefined {
  const address = String(subject_url ?? '');
  switch (type) {
    case 'Release': {
      const [, tag] = /\/releases\/tags\/(.+)$/.exec(address) ?? [];
      return {
        kind: 'release',
        title: String(title),
        ...(tag === undefined ? {} : { tag: decodePart(tag) }),
      };
    }
    case 'RepositoryInvitation':
      return { kind: 'repository', repo: String(repo) };
    default:
      if (isAlertType(String(type))) {
        const [, number] = /\/alerts\/(\d+)$/.exec(address) ?? [];
        return { kind: 'alert', ...(number === undefined ? {} : { number: Number(number) }) };
      }
      return namedByAddress(address);
  }
}

/** Whether a notification of this type is about a dependency; the service names it after the tool that finds them. */
export function isAlertType(type: string): boolean {
  return /AlertsThread$|VulnerabilityAlert$/.test(type);
}

export const ALERTS_PATH = '/-/captures/alerts';

/** The page of one alert. */
export function alertPath({ repo, number }: CapturedRow): string {
  return withQuery(ALERTS_PATH, { repo: String(repo), alert: String(number) });
}

/** The page of all alerts of a repository. */
export function alertsPath(repo: string): string {
  return withQuery(ALERTS_PATH, { repo, state: 'all' });
}

function namedByAddress(address: string): Named | undefined {
  const [, section = '', name = ''] = /\/repos\/[^/]+\/[^/]+\/(\w+)\/([\w-]+)/.exec(address) ?? [];
  return /^(?:issues|pulls|discussions)$/.test(section)
    ? { kind: 'thread', number: Number(name) }
    : section === 'commits'
      ? { kind: 'commit', sha: name }
      : undefined;
}

async function findSubject(named: Named, repo: string, { store, links, git }: Sources): Promise<Subject> {
  const place = store.gitPlace(repo, false);
  const repository = place === undefined ? undefined : git.open(place.folder);
  /** Links to code only if the kept repository contains it. */
  const ifKept = async (isKept: Promise<unknown> | undefined, path: string) => {
    try {
      return (await isKept) === undefined ? null : path;
    } catch (error) {
      if (isUnreadable(error)) {
        return null;
      }
      throw error;
    }
  };
  switch (named.kind) {
    case 'thread': {
      const found = links.glance(repo, named.number);
      const text = found?.title ?? named.title ?? `#${named.number}`;
      const { number } = named;
      return found === undefined
        ? { text, path: null, number }
        : {
            ...{ text, path: `${found.path}${named.anchor ?? ''}`, number },
            thread: { kind: found.kind, state: found.state },
          };
    }
    case 'commit':
      return {
        text: named.sha.slice(0, 7),
        path: await ifKept(repository?.find(named.sha), commitPath(repo, named.sha)),
      };
    case 'ref':
      return {
        text: named.ref,
        path: await ifKept(repository?.find(named.ref), codePath('tree', { repo, ref: named.ref })),
      };
    case 'release': {
      const name = store.repositoryName(repo);
      const releases =
        name === undefined
          ? []
          : [...store.releases({ repo: name, limit: MAX_RELEASES, isOldestFirst: false })];
      const found =
        releases.find(({ tag }) => tag !== null && tag === named.tag) ??
        releases.find((release) => release.tag !== null && release.name === named.title);
      const text = named.tag ?? named.title ?? '';
      return name === undefined || found === undefined
        ? { text, path: null }
        : { text, path: `${repositoryPath(name)}/releases/tag/${encodeURIComponent(found.tag ?? '')}` };
    }
    case 'alert': {
      const filter = named.number === undefined ? {} : { number: named.number };
      const [row] = store.captured({ kind: 'alerts', repo, filter, offset: 0, limit: 1 });
      return {
        text: named.number === undefined ? repo : `#${named.number}`,
        path: row === undefined ? null : named.number === undefined ? alertsPath(repo) : alertPath(row),
      };
    }
    case 'file': {
      const head = repository === undefined ? undefined : ifEntry(repository, named.path);
      return {
        text: named.path,
        path: await ifKept(head, codePath('blob', { repo, ref: 'HEAD', path: named.path })),
      };
    }
    case 'gist': {
      const [first = named.id] = JSON.parse(named.files) as readonly string[]; // Written by a capture.
      return { text: first, path: clonePath(store, `-/gists/${named.id}`) };
    }
    case 'account':
      return { text: named.login, path: store.hasAccount(named.login) ? accountPath(named.login) : null };
    case 'repository':
      return {
        text: named.repo,
        path: links.repository(named.repo) ?? clonePath(store, `-/stars/${named.repo}`),
      };
  }
}

/** The page of a clone, if a backup has kept it. */
function clonePath(store: Browsing, name: string): string | null {
  return store.clone(name) === undefined ? null : repositoryPath(name);
}

async function ifEntry(repository: ReturnType<Sources['git']['open']>, path: string): Promise<unknown> {
  const head = await repository.find('HEAD');
  return head === undefined ? undefined : await repository.entry(head, path);
}
