import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** Data of the second service: records as in the specification, and the archive of a migration. */

/** Window title, cleared screen, right-to-left override, isolate: these must never reach a terminal. */
export const NASTY = '\u001b]0;owned\u0007\u001b[2J\u202egnp.exe\u2066\u009b31m';
/** Known only to the service and its client; must not appear in any output or file. */
export const SECRETS = {
  token: 'ghp_SecondServiceToken0123456789abcdefgh',
  signature: 'f00dfeed5161a7e8f00dfeed5161a7e8f00dfeed5161a7e8f00dfeed5161a7e8',
  credential: 'AKIASECONDSERVICE777',
  cookie: 'c00kiec00kiec00kiec00kie77',
  cloneToken: 'AAAATEMPCLONETOKEN7777777777',
} as const;

export type Json =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export const LOGIN = 'octo';
const WEB = 'https://code.example.org';
/** Members that a client uses; all others are only displayed. */
const KEPT = /^(id|node_id|login|full_name|name|guid|state|default_branch|type|visibility)$|_at$|_?url$/;

/** JSON with control characters in all displayed strings, and with whole numbers of any size. */
export function jsonText(value: Json, { isNasty }: { readonly isNasty: boolean }): string {
  const text = JSON.stringify(value, (name, inner: unknown) =>
    typeof inner === 'bigint'
      ? `@@${inner}@@`
      : isNasty && typeof inner === 'string' && name !== '' && !KEPT.test(name)
        ? `${inner}${NASTY}`
        : inner,
  );
  return text.replaceAll(/"@@(\d+)@@"/g, '$1');
}

export function account(login: string, more: JsonObject = {}): JsonObject {
  const url = `${WEB}/api/v3/users/${login}`;
  return {
    login,
    id: 1_000 + login.length,
    node_id: 'MDQ6VXNlcjE=',
    avatar_url: `${WEB}/avatars/u/1`,
    gravatar_id: '',
    url,
    html_url: `${WEB}/${login}`,
    followers_url: `${url}/followers`,
    events_url: `${url}/events{/privacy}`,
    repos_url: `${url}/repos`,
    type: 'User',
    site_admin: false,
    ...more,
  };
}

/** The full record of a repository, as the service sends it inside migrations. */
export function repository(name: string, more: JsonObject = {}): JsonObject {
  const fullName = name.includes('/') ? name : `${LOGIN}/${name}`;
  const [owner = LOGIN, bare = name] = fullName.split('/');
  return {
    id: Number.parseInt(createHash('sha1').update(fullName).digest('hex').slice(0, 8), 16),
    node_id: 'MDEwOlJlcG9zaXRvcnkx',
    name: bare,
    full_name: fullName,
    owner: account(owner),
    private: true,
    visibility: 'private',
    html_url: `${WEB}/${fullName}`,
    url: `${WEB}/api/v3/repos/${fullName}`,
    description: 'a repository',
    fork: false,
    archived: false,
    disabled: false,
    language: 'Go',
    topics: ['satellites'],
    default_branch: 'main',
    has_issues: true,
    has_wiki: false,
    open_issues_count: 1,
    size: 12,
    pushed_at: '2026-05-01T10:00:00Z',
    created_at: '2020-01-01T10:00:00Z',
    updated_at: '2026-05-01T10:00:00Z',
    permissions: { admin: true, push: true, pull: true },
    temp_clone_token: SECRETS.cloneToken,
    ...more,
  };
}

const WEIGHT_BYTES = 150_000;

/** An archive of a migration: users, repositories and issues, and an empty bare repository for each. */
export function archiveOf(fullNames: readonly string[], { hasGit = true } = {}): Buffer {
  const date = '2026-05-01T10:00:00Z';
  const user = {
    type: 'user',
    url: `${WEB}/${LOGIN}`,
    avatar_url: `${WEB}/u/1?v=4`,
    login: LOGIN,
    name: null,
  };
  const users = [
    { ...user, bio: '', company: null, website: '', location: null, emails: [], created_at: date },
  ];
  const repositories = fullNames.map((fullName) => ({
    type: 'repository',
    url: `${WEB}/${fullName}`,
    owner: `${WEB}/${LOGIN}`,
    name: fullName.split('/')[1],
    description: null,
    website: '',
    private: true,
    has_issues: true,
    has_wiki: false,
    has_downloads: true,
    labels: [],
    collaborators: [],
    created_at: date,
    git_url: `tarball://root/repositories/${fullName}.git`,
    default_branch: 'main',
    webhooks: [],
  }));
  const issues = fullNames.map((fullName) => ({
    type: 'issue',
    url: `${WEB}/${fullName}/issues/1`,
    repository: `${WEB}/${fullName}`,
    user: `${WEB}/${LOGIN}`,
    title: 'Launch window',
    body: randomBytes(WEIGHT_BYTES / fullNames.length / 2).toString('hex'),
    assignee: null,
    assignees: [],
    milestone: null,
    labels: [],
    closed_at: null,
    created_at: date,
  }));
  const entries: readonly (readonly [string, string])[] = [
    ['schema.json', '{"version":"1.0.1","github_sha":"0123456789abcdef0123456789abcdef01234567"}'],
    ['users_000001.json', JSON.stringify(users)],
    ['repositories_000001.json', JSON.stringify(repositories)],
    ['issues_000001.json', JSON.stringify(issues)],
    ...(hasGit ? fullNames : []).flatMap((fullName): (readonly [string, string])[] => [
      [`repositories/${fullName}.git/HEAD`, 'ref: refs/heads/main\n'],
      [`repositories/${fullName}.git/config`, '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'],
    ]),
  ];
  return gzipSync(
    Buffer.concat([...entries.flatMap(([name, text]) => tarEntry(`./${name}`, text)), Buffer.alloc(1_024)]),
    {
      level: 1,
    },
  );
}

function tarEntry(name: string, text: string): readonly Buffer[] {
  const content = Buffer.from(text);
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write('0000644\0' + '0000764\0' + '0000764\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0${(1_777_000_000).toString(8)}\0`, 124);
  header.write('        0', 148);
  header.write('ustar  \0', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}
