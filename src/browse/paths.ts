export interface ThreadPlace {
  readonly repo: string;
  readonly number: number;
  readonly kind: 'issue' | 'pull_request' | 'discussion';
}

const SECTIONS = { issue: 'issues', pull_request: 'pull', discussion: 'discussions' } as const;

/** The page of a repository, with each part of `owner/name` encoded. */
export function repositoryPath(repo: string): string {
  return `/${repo.split('/').map(encodeURIComponent).join('/')}`;
}

/** The page of an issue, pull request or discussion. */
export function threadPath({ repo, number, kind }: ThreadPlace): string {
  return `${repositoryPath(repo)}/${SECTIONS[kind]}/${number}`;
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

/** The page of a person or organization. */
export function accountPath(login: string): string {
  return `/${encodeURIComponent(login)}`;
}

/** The page that shows an upload, by its url at the service. */
export function attachmentPath(url: string): string {
  const { host, pathname } = new URL(url);
  return `/-/attachments/${host}${pathname}`;
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

/** The page of a person's writings of one kind or of all kinds. */
export function writingsPath(login: string, kind?: string): string {
  return withQuery(`/-/people/${encodeURIComponent(login)}`, { kind });
}

/** Decodes a segment of a path. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign belongs to the name.
  }
}
