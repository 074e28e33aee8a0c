import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/base/json.ts';
import { RECORD_KINDS, type RecordKind } from '../../../src/model/record-kinds.table.ts';
import { writeCapture } from '../../../src/store/write-capture.ts';
import { fullRecordOf } from '../../archive/schemas/record-promises.ts';
import { git } from '../../git/support/make-repository.ts';

const WEB = 'https://service.example';
const SERVICE = 'https://api.service.example/';
const AT = '2020-01-02T03:04:05Z';
const PERSON = `${WEB}/alice`;
const OPEN = `${WEB}/acme/open`;

/** Members with texts of people, which get a word of their own. */
const TEXT_MEMBERS =
  /^(?:title|body|description|name|slug|bio|company|location|website|cname|diff_hunk|path|(?:label|milestone|topic|asset|file|tag)_name|milestone_title|title_(?:was|is)|ref|target_commitish|pending_tag|payload_url|key|fingerprint|address|login|source|source_ref_name|default_branch|repository_default_branch|default_repository_permission|content_type)$/;

/** A world with words that are found in one place each, so that a copy shows what it has of the world. */
export interface PlantedWorld {
  /** Words that must be in no public copy, with their places. */
  readonly secret: ReadonlyMap<string, string>;
  /** Words that must be in some public copy. */
  readonly open: ReadonlyMap<string, string>;
  /** The words that only git data has: packed, so that no search in bytes finds them. */
  readonly packed: ReadonlySet<string>;
  /** Folders of two archives, to be loaded one after the other. */
  readonly archives: readonly string[];
  /** Captures what only the service has. */
  capture(dbPath: string): Promise<void>;
}

class Words {
  readonly secret = new Map<string, string>();
  readonly open = new Map<string, string>();
  readonly packed = new Set<string>();

  plant(place: string, isPacked = false): string {
    const word = `quokka${String(this.secret.size).padStart(4, '0')}x`;
    this.secret.set(word, place);
    if (isPacked) {
      this.packed.add(word);
    }
    return word;
  }

  show(place: string): string {
    const word = `walnut${String(this.open.size).padStart(4, '0')}x`;
    this.open.set(word, place);
    return word;
  }
}

interface Soil {
  readonly repository: string;
  readonly person: string;
  readonly organization: string;
  readonly number: number;
  readonly word: (place: string) => string;
}

/** The sample record of a kind, moved to another place, with a word in each of its texts. */
function sow(
  kind: RecordKind,
  { repository, person, organization, number, word }: Soil,
  without: readonly string[] = [],
): JsonObject {
  const grow = (value: JsonValue, name: string): JsonValue => {
    if (Array.isArray(value)) {
      return value.map((item: JsonValue) => grow(item, name));
    }
    if (isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, grow(member, key)]));
    }
    if (TEXT_MEMBERS.test(name)) {
      return word(`${kind} ${name}`);
    }
    return typeof value !== 'string'
      ? value
      : value
          .replace(`${WEB}/orgs/gardeners`, `${WEB}/orgs/${organization.slice(WEB.length + 1)}`)
          .replace(`${WEB}/alice/garden`, repository)
          .replace(`${WEB}/gardeners`, organization)
          .replace(/^https:\/\/service\.example\/alice$/, person)
          .replace(
            /assets\/afc35218|issuecomment-9|event-7|#r363|review-315|thread-224/,
            (id) => `${id}${number}`,
          )
          .replace(
            /tarball:\/\/root\/(?:attachments|repository_files|releases)\/.*/,
            () => `tarball://root/attachments/${number}/${kind}-${word(`${kind} file name`)}.txt`,
          )
          .replace('alice/garden', repository.slice(WEB.length + 1));
  };
  const { type, ...members } = fullRecordOf(kind);
  const kept = Object.entries(members).filter(([name]) => !without.includes(name));
  return { type: type ?? kind, ...(grow(Object.fromEntries(kept), kind) as JsonObject) }; // An object becomes an object.
}

/** What no schema knows, and what a list of names could overlook. */
function unknownMembers(words: Words, kind: string): JsonObject {
  const names = ['mail', 'authorEmail', 'ssh_keys', 'unknown_member'];
  return {
    ...Object.fromEntries(names.map((name) => [name, words.plant(`${kind} in public, ${name}`)])),
    nested: { items: [{ note: words.plant(`${kind} in public, nested member`) }] },
  };
}

type Records = Map<string, JsonObject[]>;

function add(records: Records, kind: RecordKind, ...added: readonly JsonObject[]): void {
  const prefix = RECORD_KINDS[kind].plural;
  records.set(prefix, [...(records.get(prefix) ?? []), ...added]);
}

const ALL_KINDS = Object.keys(RECORD_KINDS).filter((kind): kind is RecordKind => kind in RECORD_KINDS);

/** Everything of a repository that is not public, with a person who is only there. */
function addHidden(records: Records, words: Words, why: string, change: JsonObject): string {
  const name = words.plant(`name of a repository, ${why}`);
  const owner = words.plant(`organization of a repository, ${why}`);
  const person = words.plant(`login of a person, ${why}`);
  const soil = {
    repository: `${WEB}/${owner}/${name}`,
    person: `${WEB}/${person}`,
    organization: `${WEB}/${owner}`,
    number: words.secret.size,
    word: (place: string) => words.plant(`${place}, ${why}`),
  };
  for (const kind of ALL_KINDS) {
    const visibility: JsonObject = kind === 'repository' ? { name, ...change } : {};
    const record = sow(kind, soil, Object.keys(visibility));
    const url =
      kind === 'user' ? { url: soil.person } : kind === 'organization' ? { url: soil.organization } : {};
    add(records, kind, {
      ...record,
      ...url,
      ...visibility,
      unknown_member: words.plant(`${kind} member, ${why}`),
    });
  }
  return soil.repository;
}

/** A public repository whose records have private members and refer to private things. */
function addOpen(records: Records, words: Words, hidden: string): void {
  const soil = {
    repository: OPEN,
    person: PERSON,
    organization: `${WEB}/acme`,
    number: 1,
    word: (place: string) => words.show(place),
  };
  const secret = (place: string) => words.plant(`${place} in public`);
  const member = `${WEB}/${secret('member')}`;
  const changes: Partial<Record<RecordKind, JsonObject>> = {
    user: {
      emails: [{ address: `${secret('mail address')}@example.org`, primary: true }],
      social_accounts: [{ provider: 'generic', url: `https://x.example/${secret('social account')}` }],
      billing_plan: { name: secret('billing plan') },
      avatar_url: `${WEB}/avatars/1?token=${secret('token in a picture')}`,
      website: `https://ada:${secret('password in a website')}@example.org/`,
    },
    organization: {
      email: `${secret('mail address')}@example.org`,
      members: [{ user: member, role: 'admin', state: 'active' }],
      owners_team: secret('team of owners'),
      webhooks: [{ payload_url: `https://hooks.example/${secret('webhook')}` }],
      member_privileges: { default_repository_permission: secret('privilege') },
      repository_defaults: { repository_labels: [{ name: secret('default label') }] },
    },
    repository: {
      name: 'open',
      owner: `${WEB}/acme`,
      private: false,
      default_branch: 'main',
      website: null,
      git_url: 'tarball://root/repositories/acme/open.git',
      wiki_url: 'tarball://root/repositories/acme/open.wiki.git',
      has_wiki: false,
      collaborators: [{ user: member, permission: secret('permission') }],
      webhooks: [{ payload_url: `https://hooks.example/${secret('webhook')}` }],
      page: { cname: secret('page'), source_ref_name: secret('page') },
      public_keys: [{ title: secret('deploy key'), key: secret('deploy key') }],
      autolinks: [{ key_prefix: secret('autolink') }],
      actions_general_settings: { patterns: [secret('actions')] },
      repository_topics: [{ topic_name: words.show('topic'), creator: member, state: 'created' }],
    },
    issue: { labels: [`${hidden}/labels/${secret('label')}`], milestone: `${hidden}/milestones/1` },
    pull_request: {
      milestone: null,
      base: { ref: 'main', sha: 'a'.repeat(40), user: PERSON, repo: OPEN },
      head: { ref: 'topic', sha: 'b'.repeat(40), user: PERSON, repo: hidden },
      close_issue_references: [
        { issue: `${hidden}/issues/1`, issue_repository: hidden, actor: PERSON, source: 'xref' },
      ],
      review_requests: [{ team: `${WEB}/orgs/acme/teams/${secret('requested team')}` }],
    },
    issue_event: { commit_repository: null, event: 'base_ref_changed', ref: null },
    release: {
      url: `${OPEN}/releases/tag/v1`,
      state: 'published',
      published_at: AT,
      pending_tag: secret('pending tag'),
    },
  };
  for (const kind of ALL_KINDS) {
    const isSecret = ['team', 'protected_branch', 'project', 'base'].includes(kind);
    const change = changes[kind] ?? {};
    const word = isSecret ? secret : soil.word;
    const grown = sow(kind, { ...soil, word }, Object.keys(change));
    const url = kind === 'user' ? { url: PERSON } : kind === 'organization' ? { url: `${WEB}/acme` } : {};
    add(records, kind, { ...grown, ...url, ...change, ...unknownMembers(words, kind) });
  }
}

/** Drafts, former texts and references to what is private, in the public repository. */
function addOdd(records: Records, words: Words, hidden: string, isLater: boolean): void {
  const issue = { ...issueOf(2), body: isLater ? words.show('edited text') : words.plant('former text') };
  add(records, 'issue', issue, {
    ...issueOf(3),
    title: isLater ? words.show('edited title') : words.plant('former title'),
  });
  const comment = (id: number, body: string) => ({
    type: 'issue_comment',
    url: `${OPEN}/issues/2#issuecomment-${id}`,
    issue: `${OPEN}/issues/2`,
    user: PERSON,
    body,
    formatter: 'markdown',
    reactions: [],
    created_at: AT,
  });
  if (!isLater) {
    add(records, 'issue_comment', comment(701, words.plant('deleted comment')));
    add(records, 'issue', { ...issueOf(4), title: words.plant('deleted issue') });
    return;
  }
  add(records, 'issue_comment', comment(702, privateWordsIn(records, words, hidden)));
  const event = (id: number, members: JsonObject) => ({
    type: 'issue_event',
    url: `${OPEN}/issues/2#event-${id}`,
    issue: `${OPEN}/issues/2`,
    actor: PERSON,
    created_at: AT,
    ...members,
  });
  add(
    records,
    'issue_event',
    event(801, { event: 'renamed', title_was: words.plant('former title'), title_is: 'x' }),
    event(802, { event: 'referenced', commit_id: words.plant('commit'), commit_repository: hidden }),
    event(803, { event: 'connected', subject: `${hidden}/issues/1`, label_name: words.plant('subject') }),
    event(804, { event: 'review_requested', subject: `${WEB}/orgs/acme/teams/${words.plant('team')}` }),
    event(805, {
      event: 'transferred',
      subject: `${WEB}/acme/${words.plant('repository without a record')}`,
    }),
  );
  const review = { ...sowPlain('pull_request_review'), url: `${OPEN}/pull/3/files#pullrequestreview-900` };
  add(records, 'pull_request_review', {
    ...review,
    state: 0,
    submitted_at: null,
    body: words.plant('pending review'),
  });
  const remark = { ...sowPlain('pull_request_review_comment'), pull_request_review_thread: null };
  add(
    records,
    'pull_request_review_comment',
    {
      ...remark,
      url: `${OPEN}/pull/3/files#r901`,
      pull_request_review: review.url,
      body: words.plant('comment of a pending review'),
    },
    {
      ...remark,
      url: `${OPEN}/pull/3/files#r902`,
      pull_request_review: null,
      state: 0,
      body: words.plant('pending comment'),
    },
  );
  const draft = { ...sowPlain('release'), url: `${OPEN}/releases/tag/untagged-1` };
  add(records, 'release', {
    ...draft,
    state: 'draft',
    published_at: null,
    release_assets: [],
    body: words.plant('draft of a release'),
  });
  add(records, 'attachment', {
    ...sowPlain('attachment'),
    issue_comment: null,
    release: draft.url,
    url: `${WEB}/user-attachments/assets/${words.plant('attachment of a draft')}`,
    asset_url: 'tarball://root/attachments/draft/a.txt',
  });
}

/** A public text that names what is private: a repository, the address of an account, a token and a key. */
function privateWordsIn(records: Records, words: Words, hidden: string): string {
  const [address = ''] = JSON.stringify(records.get('users')).match(/quokka\w+@example\.org/) ?? [];
  return [
    `${words.show('text next to private words')}: see ${hidden.slice(WEB.length + 1)}#1 and ${hidden}/issues/1`,
    `Write to ${address}, with ghp_${words.plant('token in a public text')}Ab1Cd2Ef3`,
    `-----BEGIN RSA PRIVATE KEY-----\n${words.plant('key in a public text')}\n-----END RSA PRIVATE KEY-----`,
  ].join('\n\n');
}

function sowPlain(kind: RecordKind): JsonObject {
  const soil = {
    repository: OPEN,
    person: PERSON,
    organization: `${WEB}/acme`,
    number: 9,
    word: () => 'plain',
  };
  return sow(kind, soil);
}

function issueOf(number: number): JsonObject {
  return { ...sowPlain('issue'), url: `${OPEN}/issues/${number}`, labels: [], user: PERSON, title: 'plain' };
}

/** A bare repository with words in its files, messages, names, addresses, branches and tags. */
function makeGit(
  work: string,
  path: string,
  word: (place: string) => string,
  hide: (place: string) => string,
): void {
  mkdirSync(work, { recursive: true });
  git(work, 'init', '--quiet', '--initial-branch=main');
  const commit = (branch: string, text: string) => {
    writeFileSync(join(work, `${branch}.txt`), `${text}\n`);
    git(work, 'add', '.');
    git(
      work,
      ...['commit', '--quiet', `--author=${word('author')} <${hide('address of an author')}@example.org>`],
      ...['-m', `${word('message')}\n\nCo-authored-by: Bo <${hide('address of a co-author')}@example.org>`],
    );
  };
  commit('main', word('source'));
  git(work, 'checkout', '--quiet', '-b', 'topic');
  commit('topic', word('source of a pull request'));
  git(work, 'branch', word('branch'));
  git(work, 'tag', word('tag'));
  git(work, 'checkout', '--quiet', 'main');
  mkdirSync(dirname(path), { recursive: true });
  git(work, 'clone', '--quiet', '--bare', work, path);
}

function writeFolder(folder: string, records: Records, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [prefix, values] of records) {
    write(`${prefix}_000001.json`, JSON.stringify(values));
  }
  for (const [name, text] of Object.entries(files)) {
    write(name, text);
  }
}

/** The files that records name, each with a word that is secret if its record is. */
function filesOf(records: Records, words: Words): Record<string, string> {
  const files: Record<string, string> = {};
  const text = JSON.stringify([...records.values()]);
  for (const [, name = ''] of text.matchAll(/tarball:\/\/root\/(attachments\/[^"]+)/g)) {
    const place = `content of ${name}`;
    files[name] = name.includes('walnut') ? words.show(place) : words.plant(place);
  }
  return files;
}

/** Plants words in every kind of record and every place that an archive and the service have. */
export function plantWorld(directory: string): PlantedWorld {
  const words = new Words();
  const hidden = `${WEB}/acme/${words.plant('repository that public records refer to')}`;
  const [first, second]: [Records, Records] = [new Map(), new Map()];
  for (const records of [first, second]) {
    add(records, 'repository', {
      ...sowPlain('repository'),
      url: hidden,
      name: hidden.slice(-11),
      private: true,
    });
  }
  addOdd(first, words, hidden, false);
  add(first, 'user', { ...sowPlain('user'), url: PERSON, login: 'alice' });
  add(first, 'repository', {
    ...sowPlain('repository'),
    url: OPEN,
    name: 'open',
    private: false,
    labels: [],
  });
  const secretRepository = addHidden(second, words, 'private', { private: true });
  addHidden(second, words, 'of unknown visibility', { private: null });
  addHidden(second, words, 'internal', { private: false, visibility: 'internal' });
  addOpen(second, words, hidden);
  addOdd(second, words, hidden, true);
  const [one, two] = [join(directory, 'first'), join(directory, 'second')];
  const owned = (repository: string) => repository.slice(WEB.length + 1);
  const hide = (place: string) => words.plant(place, true);
  const show = (place: string) =>
    /^source$|author/.test(place) ? words.show(`git ${place}`) : `plain-${place.replaceAll(' ', '-')}`;
  makeGit(join(directory, 'work0'), join(two, 'repositories', `${owned(secretRepository)}.git`), hide, hide);
  makeGit(join(directory, 'work1'), join(two, 'repositories', 'acme', 'open.git'), show, hide);
  makeGit(join(directory, 'work2'), join(two, 'repositories', 'acme', 'open.wiki.git'), hide, hide);
  const gitFolder = join(two, 'repositories', 'acme', 'open.git');
  const pull = second.get('pull_requests')?.find(({ url }) => url === `${OPEN}/pull/3`);
  if (pull !== undefined) {
    const at = (ref: string, repo: string) => ({
      ref,
      sha: git(gitFolder, 'rev-parse', ref),
      user: PERSON,
      repo,
    });
    Object.assign(pull, { base: at('main', OPEN), head: at('topic', hidden), merge_commit_sha: null });
  }
  const rejected = { ...issueOf(90), title: 7, body: words.plant('rejected record') };
  second.get('issues')?.push(rejected);
  second.set('gadgets', [
    { type: 'gadget', url: `${OPEN}/gadgets/1`, repository: OPEN, note: words.plant('unknown kind') },
    { type: 'gadget', note: words.plant('unknown kind without a url') },
  ]);
  writeFolder(one, first, { 'schema.json': '{"version":"1.0.1"}' });
  writeFolder(two, second, {
    'schema.json': JSON.stringify({ version: '1.0.1', note: words.plant('schema.json') }),
    'urls.json': JSON.stringify({
      user: '{scheme}://{+host}/{user}',
      [words.plant('urls.json')]: 'x',
      team: words.plant('urls.json'),
    }),
    'audit_log.csv': `actor,action\n${words.plant('audit log')},repo.create\n`,
    'log/migration.log': `${words.plant('log')}\n`,
    'attachments/stray/a.txt': words.plant('file without a record'),
    ...filesOf(second, words),
  });
  return { ...words, archives: [one, two], capture: (dbPath) => capture(dbPath, words, owned(hidden)) };
}

async function capture(dbPath: string, words: Words, hidden: string): Promise<void> {
  const seen = { service: SERVICE, seenAtMs: Date.parse('2026-05-04T10:00:00Z') };
  const earlier = { ...seen, seenAtMs: seen.seenAtMs - 1_000 };
  const event = (id: string, repo: string, isPublic: boolean, actor?: string) => ({
    id,
    type: 'IssuesEvent',
    public: isPublic,
    created_at: AT,
    actor: { login: actor ?? words.plant('actor of an event') },
    repo: { name: repo, note: words.plant('repository of an event') },
    org: { login: words.plant('organization of an event') },
    payload: {
      action: 'opened',
      issue: { title: words.plant('title in an event'), body: words.plant('text in an event') },
    },
  });
  const events = [
    event('1', 'acme/open', true, words.show('actor of an event')),
    event('2', 'acme/open', false),
    event('3', hidden, true),
    event('4', `acme/${words.plant('repository of an event')}`, true),
  ];
  await writeCapture(dbPath, { ...seen, name: 'events', feed: words.plant('feed'), records: events });
  const titled = (place: string) => ({ subject: { title: words.plant(place), type: 'Issue', url: null } });
  await writeCapture(dbPath, {
    ...seen,
    name: 'notifications',
    records: [
      {
        id: '1',
        repository: { full_name: 'acme/open' },
        reason: 'mention',
        unread: true,
        updated_at: AT,
        ...titled('notification'),
      },
    ],
  });
  await writeCapture(dbPath, {
    ...seen,
    name: 'alerts',
    repo: 'acme/open',
    records: [{ number: 1, state: 'open', security_advisory: { summary: words.plant('alert') } }],
  });
  await writeCapture(dbPath, {
    ...seen,
    name: 'budgets',
    org: 'acme',
    records: [{ id: '1', budget_entity_name: words.plant('budget'), budget_amount: 5 }],
  });
  const gist = (id: string, isPublic: boolean, description: string) => ({
    id,
    public: isPublic,
    description,
    owner: { login: 'alice', mail: words.plant('owner of a gist') },
    files: {
      [isPublic ? 'a.txt' : words.plant('file of a gist')]: { size: 1, note: words.plant('file of a gist') },
    },
  });
  await writeCapture(dbPath, {
    ...earlier,
    name: 'gists',
    records: [gist('old', true, words.plant('deleted gist'))],
  });
  await writeCapture(dbPath, {
    ...seen,
    name: 'gists',
    records: [gist('a', true, words.show('gist')), gist('b', false, words.plant('secret gist'))],
  });
  const star = (name: string, isPrivate: boolean | undefined, description: string) => ({
    repo: { full_name: name, private: isPrivate, description, note: words.plant('star') },
  });
  await writeCapture(dbPath, {
    ...seen,
    name: 'stars',
    records: [
      star('other/shown', false, words.show('star')),
      star(`other/${words.plant('private star')}`, true, words.plant('private star')),
      star(`other/${words.plant('star of unknown visibility')}`, undefined, words.plant('star')),
      star(hidden, false, words.plant('star of a repository that is private')),
    ],
  });
}
