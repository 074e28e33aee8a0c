import { NUMBERED_SECTIONS, repositoryNameOfPath } from '../model/index.ts';

const { issue, pull_request, discussion } = NUMBERED_SECTIONS;

/** What follows the address of a repository in the addresses of its records, on GitHub and at other writers. */
const BELOW_REPOSITORY = new RegExp(
  `(?:/-)?/(?:${[...issue, ...pull_request, ...discussion, 'commit'].join('|')})/`,
);

/** The address of the repository that a record's address lies below, or undefined where it lies below none. */
export function repositoryOfUrl(url: string): string | undefined {
  const ownerEnd = url.indexOf('/', hostEndOf(url) + 1);
  const nameEnd = ownerEnd < 0 ? -1 : url.indexOf('/', ownerEnd + 1);
  if (nameEnd < 0) {
    return undefined;
  }
  // Groups may nest, so the name may end later; it cannot end before, whatever owner and name are called.
  const below = url.slice(nameEnd).search(BELOW_REPOSITORY);
  return below < 0 ? undefined : url.slice(0, nameEnd + below);
}

/** The `owner/name` of a repository's address; with nested groups, all of them. */
export function repositoryNameOfUrl(url: string): string {
  return repositoryNameOfPath(url.slice(hostEndOf(url) + 1));
}

function hostEndOf(url: string): number {
  return url.indexOf('/', url.indexOf('://') + 3);
}
