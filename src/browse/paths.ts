import { ownerOf } from '../model/accounts.ts';
import { isCloneName } from '../model/clone-name.ts';

export interface ThreadPlace {
  readonly repo: string;
  readonly number: number;
  readonly kind: 'issue' | 'pull_request' | 'discussion';
}

const SECTIONS = { issue: 'issues', pull_request: 'pull', discussion: 'discussions' } as const;

/** The page of a repository: always two segments, because owners of other services are nested (`group/team`). */
export function repositoryPath(repo: string): string {
  const parts = isCloneName(repo) ? repo.split('/') : [ownerOf(repo), nameOf(repo)];
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

/** The name without its owner. */
export function nameOf(repo: string): string {
  return repo.slice(repo.lastIndexOf('/') + 1);
}

/** The page of an issue, pull request or discussion. */
export function threadPath({ repo, number, kind }: ThreadPlace): string {
  return `${repositoryPath(repo)}/${SECTIONS[kind]}/${number}`;
}

/** The page of a release. */
export function releasePath(repo: string, tag: string): string {
  return `${repositoryPath(repo)}/releases/tag/${tag.split('/').map(encodeURIComponent).join('/')}`;
}

/** The page of a milestone, where its record's url has it. */
export function milestonePath(repo: string, number: number): string {
  return `${repositoryPath(repo)}/milestones/${number}`;
}

/** The path of the comparison of two branches, tags or commits. */
export function comparePath(repo: string, base: string, head: string): string {
  return `${repositoryPath(repo)}/compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
}

/** The page of a commit. */
export function commitPath(repo: string, sha: string): string {
  return `${repositoryPath(repo)}/commit/${sha}`;
}

/** The views of code pages. */
export type CodeView = 'tree' | 'blob' | 'raw' | 'blame' | 'lines' | 'commits' | 'find';

/** The code page at a branch, tag or commit; `path` is the path in the repository, `''` its root. */
export function codePath(
  view: CodeView,
  {
    repo,
    ref,
    path = '',
  }: { readonly repo: string; readonly ref: string; readonly path?: string | undefined },
): string {
  const parts = [...ref.split('/'), ...(path === '' ? [] : path.split('/'))];
  return `${repositoryPath(repo)}/${view}/${parts.map(encodeURIComponent).join('/')}`;
}

/** A path with only the repositories of these owners. */
export function ofOwnersPath(owners: readonly string[], path = '/'): string {
  return `/-/owners/${owners.map(encodeURIComponent).join(',')}${path}`;
}

/** The page of a person or organization. */
export function accountPath(login: string): string {
  return `/${encodeURIComponent(login)}`;
}

/** The page of an organization's members. */
export function membersPath(organization: string): string {
  return `/orgs/${encodeURIComponent(organization)}/people`;
}

/** The page of an organization's teams, or of one of them. */
export function teamsPath(organization: string, slug?: string | null): string {
  const all = `/orgs/${encodeURIComponent(organization)}/teams`;
  return slug === undefined ? all : `${all}/${encodeURIComponent(String(slug))}`;
}

/** The page that shows an upload, by its url at the service. */
export function attachmentPath(url: string): string {
  const { host, pathname } = new URL(url);
  return `/-/attachments/${host}${pathname}`;
}

/** The fragment of a record's url, which is the same at the service. */
export function anchorOf(url: string): string {
  return anchorsOf(url)[0] ?? 'opening';
}

/**
 * All fragments by which addresses refer to a record. Newer addresses of the service differ for comments on code, and
 * Bitbucket names comments in the query.
 */
export function anchorsOf(url: string): readonly string[] {
  const hash = url.indexOf('#');
  const own = hash < 0 ? [] : [url.slice(hash + 1)];
  const newer = own.filter((anchor) => /^r\d/.test(anchor)).map((anchor) => `discussion_${anchor}`);
  const remark = /[?&]commentId=(\d+)/.exec(url)?.[1];
  return [...own, ...newer, ...(remark === undefined ? [] : [`comment-${remark}`])];
}

/** A path with a query; undefined and empty values are omitted. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const known = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') {
      known.set(name, String(value));
    }
  }
  const text = known.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The page of a person's writings of one kind or of all kinds; during a month or day, `YYYY-MM` or `YYYY-MM-DD`, or at any time. */
export function writingsPath(login: string, kind?: string, when?: string): string {
  return withQuery(`/-/people/${encodeURIComponent(login)}`, { kind, when });
}
