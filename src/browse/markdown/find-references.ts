export type Reference =
  | { readonly kind: 'account'; readonly login: string; readonly team: string | undefined }
  | { readonly kind: 'thread'; readonly repo: string | undefined; readonly number: number }
  | { readonly kind: 'commit'; readonly repo: string | undefined; readonly sha: string };

export interface FoundReference {
  readonly start: number;
  readonly end: number;
  readonly reference: Reference;
}

const LOGIN = '[A-Za-z\\d](?:[A-Za-z\\d]|-(?=[A-Za-z\\d])){0,38}(?:_[A-Za-z\\d]{1,20})?(?:\\[bot\\])?';
const REPO = '[A-Za-z\\d][A-Za-z\\d-]{0,38}\\/[\\w.-]{1,100}';

/** All references in a single pass; repetitions are bounded, so that matching time stays linear. */
const REFERENCES = new RegExp(
  [
    `(?<![\\w/@.\`-])@(?<login>${LOGIN})(?:/(?<team>[\\w-]{1,100}))?(?![\\w@/-])`,
    `(?<![\\w/.&#-])(?<repo>${REPO})?#(?<number>\\d{1,9})(?![\\w-])`,
    `(?<![\\w/.&#-])(?<shaRepo>${REPO})@(?<repoSha>[0-9a-f]{7,40})(?![\\w-])`,
    '(?<![\\w/.&#@-])GH-(?<ghNumber>\\d{1,9})(?![\\w-])',
    '(?<![\\w/.&#@:-])(?<sha>[0-9a-f]{7,40})(?![\\w-])',
  ].join('|'),
  'g',
);

/** Finds mentions, numbers and commits in plain text, in order of appearance. */
export function findReferences(text: string): readonly FoundReference[] {
  return [...text.matchAll(REFERENCES)].flatMap((match) => {
    const reference = toReference(match.groups ?? {});
    return reference === undefined
      ? []
      : [{ start: match.index, end: match.index + match[0].length, reference }];
  });
}

function toReference(groups: Readonly<Record<string, string | undefined>>): Reference | undefined {
  const { login, team, repo, shaRepo, repoSha } = groups;
  const number = groups['number'] ?? groups['ghNumber'];
  if (login !== undefined) {
    return { kind: 'account', login, team };
  }
  if (number !== undefined) {
    return { kind: 'thread', repo, number: Number(number) };
  }
  const sha = repoSha ?? groups['sha'];
  return sha === undefined || !looksLikeSha(sha) ? undefined : { kind: 'commit', repo: shaRepo, sha };
}

/** Words ("defaced") and numbers can also be hexadecimal, so an abbreviated id must contain both letters and digits. */
function looksLikeSha(text: string): boolean {
  return text.length === 40 || (/[a-f]/.test(text) && /\d/.test(text));
}
