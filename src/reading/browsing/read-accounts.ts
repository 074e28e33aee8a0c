import { plainWords } from '../../search/split-words.ts';
import type { Database } from '../../store/database.ts';

/** A person, a bot or an organization. */
export interface Account {
  readonly kind: 'user' | 'organization';
  readonly login: string;
  readonly name: string | null;
  readonly isBot: boolean;
  /** The biography of a person, or the description of an organization. */
  readonly description: string | null;
  readonly company: string | null;
  readonly location: string | null;
  readonly website: string | null;
  readonly createdAt: string | null;
  readonly url: string | null;
}

export interface Member {
  readonly login: string;
  readonly role: string | null;
}

export interface Team {
  readonly organization: string | null;
  readonly slug: string | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly privacy: string | null;
  readonly createdAt: string | null;
  /** The slug of the parent team. */
  readonly parent: string | null;
  readonly members: readonly Member[];
  readonly repositories: readonly { readonly repo: string; readonly access: string | null }[];
  readonly url: string;
}

interface AccountRow extends Omit<Account, 'isBot'> {
  readonly is_bot: number;
}

const selectWhere = (condition: string) => `
  SELECT 'user' AS kind, login, name, is_bot, bio AS description, company, location, website, created_at AS createdAt, url
  FROM users WHERE ${condition}
  UNION ALL
  SELECT 'organization', login, name, 0, description, NULL, location, website, created_at, url
  FROM organizations WHERE ${condition}`;

/** Ways to find an account: by the exact login, in another case, and by the end of its url, which GitLab may spell differently. */
const CONDITIONS = [
  'login = @login',
  'login = @login COLLATE NOCASE',
  "substr(url, -length(@login) - 1) = '/' || @login",
];

/** Finds an account by login; undefined if it is unknown. */
export function findAccount(db: Database, login: string): Account | undefined {
  for (const condition of CONDITIONS) {
    const row = db.prepare<[{ login: string }], AccountRow>(selectWhere(condition)).get({ login });
    if (row !== undefined) {
      return toAccount(row);
    }
  }
  return undefined;
}

export interface AccountOptions {
  /** A login. */
  readonly after: string;
  readonly limit: number;
  /** Part of a login or a name. */
  readonly search: string;
  /** Only these logins. */
  readonly among?: readonly string[] | undefined;
}

/** Makes `plain_words` known to SQLite, once for a connection: defining it again fails while a statement runs. */
export function definePlainWords(db: Database): void {
  db.function('plain_words', { deterministic: true }, (text) => plainWords(String(text ?? '')));
}

/** Lists people and organizations by login, starting after the login `after`. */
export function listAccounts(
  db: Database,
  { after, limit, search, among }: AccountOptions,
): readonly Account[] {
  const isAmong = among === undefined ? '' : 'login IN (SELECT value FROM json_each(?)) AND ';
  const where = `${isAmong}login > ? AND (instr(plain_words(login), ?) OR instr(plain_words(name), ?))`;
  const words = plainWords(search);
  const values = [...(among === undefined ? [] : [JSON.stringify(among)]), after, words, words];
  return db
    .prepare<unknown[], AccountRow>(`${selectWhere(where)} ORDER BY login LIMIT ?`)
    .all(...values, ...values, limit)
    .map(toAccount);
}

function toAccount({ is_bot, ...row }: AccountRow): Account {
  return { ...row, isBot: is_bot === 1 };
}

/** The urls of accounts' pictures that were uploaded to texts, by login: archives contain no other pictures. */
export function listPictures(db: Database): ReadonlyMap<string, string> {
  const rows = db
    .prepare<[], readonly [login: string, url: string]>(
      `SELECT u.login, a.url FROM users AS u JOIN attachments AS a
         ON a.url IN (u.avatar_url, substr(u.avatar_url, 1, instr(u.avatar_url, '?') - 1))
       WHERE u.login IS NOT NULL`,
    )
    .raw()
    .all();
  return new Map(rows);
}

/** The logins of people by the name that they show, in lower case; of those who share a name, none. */
export function listLoginsByName(db: Database): ReadonlyMap<string, string> {
  const rows = db
    .prepare<[], readonly [name: string, login: string]>(
      `SELECT name, min(login) FROM users WHERE login IS NOT NULL AND name <> ''
       GROUP BY name COLLATE NOCASE HAVING count(DISTINCT login) = 1`,
    )
    .raw()
    .all();
  return new Map(rows.map(([name, login]) => [name.toLowerCase(), login]));
}

/** The logins of people by mail address, in lower case. */
export function listLoginsByMail(db: Database): ReadonlyMap<string, string> {
  const rows = db
    .prepare<[], readonly [address: string, login: string]>(
      `SELECT lower(e.address), min(u.login) FROM user_emails AS e JOIN users AS u ON u.id = e.user_id
       WHERE u.login IS NOT NULL AND e.address <> '' GROUP BY lower(e.address) HAVING count(DISTINCT u.login) = 1`,
    )
    .raw()
    .all();
  return new Map(rows);
}

/** The members of an organization by role, then login. */
export function listMembers(db: Database, organization: string): readonly Member[] {
  return db
    .prepare<[string], Member>(
      `SELECT m.login, m.role FROM organization_members AS m JOIN organizations AS o ON o.id = m.organization_id
       WHERE o.login = ? AND m.login IS NOT NULL ORDER BY m.role, m.login`,
    )
    .all(organization);
}

/** The logins of the organizations that have a person among their members, sorted. */
export function listMemberships(db: Database, login: string): readonly string[] {
  return db
    .prepare<[string], string>(
      `SELECT DISTINCT o.login FROM organization_members AS m JOIN organizations AS o ON o.id = m.organization_id
       WHERE m.login = ? AND o.login IS NOT NULL ORDER BY o.login`,
    )
    .pluck()
    .all(login);
}

interface TeamRow extends Omit<Team, 'members' | 'repositories'> {
  readonly id: number;
}

/** The teams of an organization by name, with their members and repositories. */
export function listTeams(db: Database, organization: string): readonly Team[] {
  const members = db.prepare<[number], Member>(
    'SELECT login, role FROM team_members WHERE team_id = ? AND login IS NOT NULL ORDER BY role, login',
  );
  const repositories = db.prepare<[number], Team['repositories'][number]>(
    `SELECT repo, coalesce(role, access) AS access FROM team_repositories
     WHERE team_id = ? AND repo IS NOT NULL ORDER BY repo`,
  );
  return db
    .prepare<[string], TeamRow>(
      `SELECT t.id, t.organization, t.slug, t.name, t.description, t.privacy, t.created_at AS createdAt, t.url,
              (SELECT slug FROM teams AS p WHERE p.url = t.parent_team_url) AS parent
       FROM teams AS t WHERE t.organization = ? ORDER BY t.name`,
    )
    .all(organization)
    .map(({ id, ...team }) => ({ ...team, members: members.all(id), repositories: repositories.all(id) }));
}

/** Where the page of a team is. */
export interface TeamPlace {
  readonly organization: string;
  readonly slug: string;
}

/** All teams, by their urls and as `organization/slug` in small letters. */
export function listTeamPlaces(db: Database): ReadonlyMap<string, TeamPlace> {
  const rows = db
    .prepare<[], TeamPlace & { readonly url: string }>(
      'SELECT organization, slug, url FROM teams WHERE organization IS NOT NULL AND slug IS NOT NULL',
    )
    .all();
  return new Map(
    rows.flatMap(({ url, organization, slug }) =>
      [url, `${organization}/${slug}`.toLowerCase()].map((name) => [name, { organization, slug }] as const),
    ),
  );
}

/** Creates a function that checks whether there is a record of a person or organization. */
export function createAccountTest(db: Database): (login: string) => boolean {
  const find = db
    .prepare<[string, string], number>(
      'SELECT 1 FROM users WHERE login = ? UNION ALL SELECT 1 FROM organizations WHERE login = ? LIMIT 1',
    )
    .pluck();
  return (login) => find.get(login, login) === 1;
}
