/** What leads to a thread. */
export interface ThreadPlace {
  readonly repo: string;
  readonly number: number;
  readonly kind: 'issue' | 'pull_request' | 'discussion';
}

const SECTIONS = { issue: 'issues', pull_request: 'pull', discussion: 'discussions' } as const;

/** The page of a repository: `owner/name` with whatever a path cannot hold encoded. */
export function repositoryPath(repo: string): string {
  return `/${repo.split('/').map(encodeURIComponent).join('/')}`;
}

/** The page of an issue, a pull request or a discussion. */
export function threadPath({ repo, number, kind }: ThreadPlace): string {
  return `${repositoryPath(repo)}/${SECTIONS[kind]}/${number}`;
}

/** The page of a commit. */
export function commitPath(repo: string, sha: string): string {
  return `${repositoryPath(repo)}/commit/${sha}`;
}

/** What a page of code shows of a repository. */
export type CodeView = 'tree' | 'blob' | 'raw' | 'blame' | 'commits' | 'find';

/** The page of code at a branch, a tag or a commit; `path` is where in the repository, `''` the top. */
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

/** The page of a person or an organization. */
export function accountPath(login: string): string {
  return `/${encodeURIComponent(login)}`;
}

/** A path with a query; what is undefined is left out. */
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

/** Where everything stands that a person wrote, of one kind or of all. */
export function writingsPath(login: string, kind?: string): string {
  return withQuery(`/-/people/${encodeURIComponent(login)}`, { kind });
}

/** A part of a path as it is meant. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign is part of the name.
  }
}
