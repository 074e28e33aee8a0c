import { parseRepositoryName } from '../model/index.ts';

/** The path parameters of a repository given as `owner/name`; a trailing `.git` is taken off (specification 4.0). */
export function repositoryParameters(fullName: string): { readonly owner: string; readonly repo: string } {
  const [owner = '', repo = ''] = parseRepositoryName(fullName).split('/');
  return { owner, repo };
}
