import type { Database } from '../database.ts';
import type { PublicReport } from '../public-report.ts';
import { hostOf, URL_READINGS } from '../url-readings.ts';

/** Decides what of a store is public. What is not known to be public is private. */
export interface Visibility {
  readonly repositories: PublicReport['repositories'];
  /** The repositories that are known and not public, `owner/name` in lower case. */
  readonly hiddenNames: readonly string[];
  /** Whether this repository, `owner/name`, is public. */
  isPublicRepository(name: string): boolean;
  /** Whether this repository is known and not public. */
  isHiddenRepository(name: string): boolean;
  /** Whether a url is that of a public repository or of something public in it. */
  isPublicPlace(url: string): boolean;
  /** Whether a text is an address in a repository that is not public. */
  namesPrivate(text: string): boolean;
  /** Whether a url is that of an account, which is then published too. */
  takeAccount(url: string): boolean;
  /** Whether something public refers to an account. */
  isTaken(url: string): boolean;
}

/** Drafts of releases, reviews and comments that were not submitted: only their authors see them. */
const DRAFTS = `
  SELECT url FROM releases WHERE lower(state) = 'draft' OR (published_at IS NULL AND lower(coalesce(state, '')) <> 'published')
  UNION ALL
  SELECT url FROM pull_request_reviews WHERE state IS NULL AND submitted_at IS NULL
  UNION ALL
  SELECT url FROM pull_request_review_comments WHERE state IS NULL AND json_extract(extra, '$.state') IS NOT NULL`;

/** An address with a path below its host. */
const ACCOUNT = /^https?:\/\/[^\s/?#]+\/[^\s?#]+$/;

/** Reads from the records of repositories which ones are public. */
export function readVisibility(db: Database): Visibility {
  const { shown, hidden, unknown } = readRepositories(db);
  const drafts = new Set(db.prepare<[], string>(DRAFTS).pluck().all());
  const findAccount = db
    .prepare<[string, string], number>(
      'SELECT 1 FROM users WHERE url = ? UNION ALL SELECT 1 FROM organizations WHERE url = ?',
    )
    .pluck();
  const taken = new Set<string>();
  // Accounts of some services have addresses like those of repositories.
  const isAccount = (url: string) =>
    ACCOUNT.test(url) && (URL_READINGS.repo(url) === null || findAccount.get(url, url) !== undefined);
  const publicNames = new Set([...shown].map(nameOfPlace).filter((name) => !hidden.has(name)));
  return {
    repositories: { public: shown.size, private: hidden.size - unknown, unknown },
    hiddenNames: [...hidden].filter((name) => /^[^/\s]+\/[^/\s]+$/.test(name)),
    isPublicRepository: (name) => publicNames.has(name.toLowerCase()),
    isHiddenRepository: (name) => hidden.has(name.toLowerCase()),
    isPublicPlace(url) {
      const repo = URL_READINGS.repo(url);
      return (
        repo !== null && shown.has(placeOf(url, repo)) && !hidden.has(repo.toLowerCase()) && !drafts.has(url)
      );
    },
    namesPrivate(text) {
      const repo = text.includes('://') ? URL_READINGS.repo(text) : null;
      return repo !== null && hidden.has(repo.toLowerCase());
    },
    takeAccount(url) {
      const isKnown = taken.has(url) || isAccount(url);
      if (isKnown) {
        taken.add(url);
      }
      return isKnown;
    },
    isTaken: (url) => taken.has(url),
  };
}

interface RepositoryRow {
  readonly url: string;
  readonly isPrivate: number | null;
  readonly visibility: string | null;
}

/**
 * Public repositories as `host/owner/name`, and all others as `owner/name`: most columns of a store do not say on which
 * host a repository is.
 */
function readRepositories(db: Database) {
  const rows = db
    .prepare<[], RepositoryRow>(
      `SELECT url, is_private AS isPrivate, json_extract(extra, '$.visibility') AS visibility FROM repositories`,
    )
    .all();
  const shown = new Set<string>();
  const hidden = new Set<string>();
  let unknown = 0;
  for (const { url, isPrivate, visibility } of rows) {
    const repo = URL_READINGS.repo(url);
    const isPublic = isPrivate === 0 && (visibility ?? 'public') === 'public';
    if (repo !== null && isPublic) {
      shown.add(placeOf(url, repo));
    } else {
      hidden.add((repo ?? url).toLowerCase());
      unknown += Number(isPrivate === null && visibility === null);
    }
  }
  return { shown, hidden, unknown };
}

function placeOf(url: string, repo: string): string {
  return `${hostOf(url)}/${repo.toLowerCase()}`;
}

function nameOfPlace(place: string): string {
  return place.slice(place.indexOf('/') + 1);
}
