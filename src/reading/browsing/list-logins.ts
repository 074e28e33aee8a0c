import { ownerPattern } from '../../model/accounts.ts';
import type { Database } from '../../store/database.ts';

const OWNED = 'repo IN (SELECT value FROM json_each(@repos))';
const PULLS = `SELECT url FROM pull_requests WHERE ${OWNED}`;

/** Comments are found by the urls of their threads, for which there are indexes that hold the authors too. */
export const LOGINS_SQL = `
  SELECT author FROM issues WHERE ${OWNED}
  UNION SELECT author FROM pull_requests WHERE ${OWNED}
  UNION SELECT author FROM discussions WHERE ${OWNED}
  UNION SELECT author FROM releases WHERE ${OWNED}
  UNION SELECT author FROM commit_comments WHERE ${OWNED}
  UNION SELECT author FROM issue_comments
        WHERE thread_url IN (SELECT url FROM issues WHERE ${OWNED} UNION ALL ${PULLS})
  UNION SELECT author FROM pull_request_reviews WHERE pull_request_url IN (${PULLS})
  UNION SELECT author FROM pull_request_review_comments WHERE pull_request_url IN (${PULLS})
  UNION SELECT login FROM repository_collaborators
        WHERE repository_id IN (SELECT id FROM repositories WHERE ${OWNED})`;

/** The people of organizations, and the accounts themselves. */
const ofOwner = (pattern: string) => `
  UNION SELECT login FROM users WHERE login || '/' LIKE @${pattern} ESCAPE '\\'
  UNION SELECT login FROM organizations WHERE login || '/' LIKE @${pattern} ESCAPE '\\'
  UNION SELECT login FROM organization_members
        WHERE organization_id IN (SELECT id FROM organizations WHERE login || '/' LIKE @${pattern} ESCAPE '\\')`;

export interface LoginOptions {
  readonly owners: readonly string[];
  /** The names of their repositories, as a JSON array. */
  readonly repos: string;
}

/** The logins of all who wrote something in the repositories of these owners, or belong to one of them. */
export function listLogins(db: Database, { owners, repos }: LoginOptions): readonly string[] {
  const patterns = owners.map((owner, index) => [`owner${index}`, ownerPattern(owner)] as const);
  const ofOwners = patterns.map(([name]) => ofOwner(name)).join('');
  return db
    .prepare<Record<string, unknown>, string>(
      `SELECT author FROM (${LOGINS_SQL}${ofOwners}) WHERE author IS NOT NULL`,
    )
    .pluck()
    .all({ repos, ...Object.fromEntries(patterns) });
}
