import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A type of Go: `time` is a timestamp without quotation marks, `?` may be null. */
type GoType =
  | 'int'
  | 'string'
  | 'bool'
  | 'time'
  | 'time?'
  | { readonly [member: string]: GoType }
  | readonly [GoType];

const REACTION = { user_id: 'int', user_name: 'string', content: 'string' } as const;
const LABEL = { name: 'string', color: 'string', description: 'string', exclusive: 'bool' } as const;
const BRANCH = {
  clone_url: 'string',
  ref: 'string',
  sha: 'string',
  repo_name: 'string',
  owner_name: 'string',
} as const;
const POSTER = { poster_id: 'int', poster_name: 'string', poster_email: 'string' } as const;
const THREAD = {
  ...POSTER,
  number: 'int',
  title: 'string',
  content: 'string',
  milestone: 'string',
  state: 'string',
  is_locked: 'bool',
  created: 'time',
  updated: 'time',
  closed: 'time?',
  labels: [LABEL],
  reactions: [REACTION],
  assignees: ['string'],
  foreignindex: 'int',
} as const;

/** The files of a dumped repository, from the structures that Gitea publishes (modules/migration of its repository). */
const FILES = {
  'label.yml': [LABEL],
  'milestone.yml': [
    {
      ...{ title: 'string', description: 'string', state: 'string', created: 'time' },
      ...{ deadline: 'time?', updated: 'time?', closed: 'time?' },
    },
  ],
  'release.yml': [
    {
      ...{ tag_name: 'string', target_commitish: 'string', name: 'string', body: 'string' },
      ...{ draft: 'bool', prerelease: 'bool', publisher_id: 'int', publisher_name: 'string' },
      ...{ publisher_email: 'string', created: 'time', published: 'time' },
      assets: [
        {
          ...{ id: 'int', name: 'string', content_type: 'string', size: 'int', download_count: 'int' },
          ...{ created: 'time', updated: 'time', download_url: 'string' },
        },
      ],
    },
  ],
  'issue.yml': [{ ...THREAD, ref: 'string' }],
  'pull_request.yml': [
    {
      ...THREAD,
      ...{ patch_url: 'string', merged: 'bool', merged_time: 'time?', merge_commit_sha: 'string' },
      ...{ head: BRANCH, base: BRANCH, ensured_safe: 'bool' },
    },
  ],
  comments: [
    {
      ...POSTER,
      ...{ issue_index: 'int', index: 'int', comment_type: 'string', content: 'string' },
      ...{ created: 'time', updated: 'time', reactions: [REACTION] },
      meta: { OldTitle: 'string', NewTitle: 'string' },
    },
  ],
  reviews: [
    {
      ...{ id: 'int', issue_index: 'int', reviewer_id: 'int', reviewer_name: 'string', official: 'bool' },
      ...{ commit_id: 'string', content: 'string', created_at: 'time', state: 'string' },
      comments: [
        {
          ...{ id: 'int', in_reply_to: 'int', content: 'string', tree_path: 'string', diff_hunk: 'string' },
          ...{ position: 'int', line: 'int', commit_id: 'string', poster_id: 'int' },
          ...{ reactions: [REACTION], created_at: 'time', updated_at: 'time' },
        },
      ],
    },
  ],
} as const satisfies Record<string, GoType>;

/** Members that a record need not have. */
const OPTIONAL: ReadonlySet<string> = new Set(['meta']);

// biome-ignore lint/suspicious/noExplicitAny: What was read has been checked against the types above.
type Read = any;

/** A dumped repository as a forge reads it. Throws where a strict reader would. */
export interface RestoredRepository {
  readonly repo: Record<string, string | number | boolean>;
  readonly topics: readonly string[];
  readonly labels: readonly Read[];
  readonly milestones: readonly Read[];
  readonly releases: readonly Read[];
  readonly issues: readonly Read[];
  readonly pullRequests: readonly Read[];
  /** All comments and events, in the order of their files. */
  readonly comments: readonly Read[];
  readonly reviews: readonly Read[];
}

export function readRestoreFolder(folder: string): RestoredRepository {
  const list = (name: 'label.yml' | 'milestone.yml' | 'release.yml' | 'issue.yml' | 'pull_request.yml') =>
    readChecked(join(folder, name), FILES[name]);
  const each = (name: 'comments' | 'reviews') =>
    existsSync(join(folder, name))
      ? readdirSync(join(folder, name)).flatMap((file) => {
          const records = readChecked(join(folder, name, file), FILES[name]);
          for (const { issue_index } of records) {
            require(`${issue_index}.yml` === file, `${name}/${file} has a record of ${issue_index}`);
          }
          return records;
        })
      : [];
  const restored = {
    repo: parseYaml(join(folder, 'repo.yml')),
    topics: parseYaml(join(folder, 'topic.yml')).topics,
    labels: list('label.yml'),
    milestones: list('milestone.yml'),
    releases: list('release.yml'),
    issues: list('issue.yml'),
    pullRequests: list('pull_request.yml'),
    comments: each('comments'),
    reviews: each('reviews'),
  };
  requireRules(folder, restored);
  return restored;
}

/** What makes `restore-repo` fail or lose something, although every type is right. */
function requireRules(
  folder: string,
  {
    issues,
    pullRequests,
    releases,
    comments,
    reviews,
    labels,
    milestones,
  }: Omit<RestoredRepository, 'repo' | 'topics'>,
) {
  const threads = [...issues, ...pullRequests];
  const numbers = new Set(threads.map(({ number }) => number));
  require(numbers.size === threads.length, 'a number is there twice');
  for (const { number, foreignindex, poster_name, labels: own, milestone } of threads) {
    require(number === foreignindex && number > 0, `comments of ${number} are not found`);
    require(poster_name !== '', `${number} would be written by an administrator`);
    for (const { name } of own) {
      require(labels.some((label) => label.name === name), `the label ${name} is lost`);
    }
    require(milestone === '' || milestones.some(({ title }) => title === milestone), `${milestone} is lost`);
  }
  for (const { issue_index } of [...comments, ...reviews]) {
    require(numbers.has(issue_index), `there is no ${issue_index}`);
  }
  for (const { patch_url, head, base, state } of pullRequests) {
    require(existsSync(join(folder, patch_url)), `${patch_url} does not exist`);
    require(head.owner_name === base.owner_name && head.repo_name === base.repo_name, 'a fork is fetched');
    require(state === 'open' || state === 'closed', `${state} is no state`);
  }
  require(new Set(releases.map(({ tag_name }) => tag_name.toLowerCase())).size ===
    releases.length, 'a tag is there twice');
  for (const { assets } of releases) {
    for (const { download_url, size } of assets) {
      require(/^[\w./-]+$/.test(download_url), `${download_url} is changed by a URL`);
      require(readFileSync(join(folder, download_url)).length === size, `${download_url} has another size`);
    }
  }
  for (const { reactions } of [...threads, ...comments, ...reviews.flatMap((review) => review.comments)]) {
    const keys = reactions.map(({ user_name, content }: Read) => `${user_name} ${content}`);
    require(new Set(keys).size === keys.length, `${keys.join()}: a reaction is there twice`);
  }
}

function readChecked(path: string, type: readonly [GoType]): readonly Read[] {
  const value = parseYaml(path);
  requireType(value, type, path);
  return value;
}

function parseYaml(path: string): Read {
  const text = readFileSync(path, 'utf8');
  // What the reader of go-yaml refuses before it parses anything.
  require(!/[^\t\n\r\x20-\x7e\x85\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u.test(
    text,
  ), `${path} has control characters`);
  return parse(text, {
    version: '1.1',
    schema: 'yaml-1.1',
    strict: true,
    uniqueKeys: true,
    maxAliasCount: 0,
  });
}

function requireType(value: Read, type: GoType, place: string): void {
  if (Array.isArray(type)) {
    require(Array.isArray(value), `${place} is no list`);
    for (const [index, item] of value.entries()) {
      requireType(item, type[0], `${place}[${index}]`);
    }
  } else if (typeof type === 'object') {
    const members = type as Readonly<Record<string, GoType>>; // The other case of its union is above.
    for (const key of Object.keys(value)) {
      require(members[key] !== undefined, `${place}.${key} is not known`);
    }
    for (const [key, inner] of Object.entries(members)) {
      require(key in value || OPTIONAL.has(key), `${place}.${key} is missing`);
      if (key in value) {
        requireType(value[key], inner, `${place}.${key}`);
      }
    }
  } else {
    const found =
      value === null
        ? 'null'
        : value instanceof Date
          ? 'time'
          : Number.isSafeInteger(value)
            ? 'int'
            : typeof value;
    const wanted = type === 'bool' ? 'boolean' : type.replace('?', '');
    require(found === wanted || (type === 'time?' && found === 'null'), `${place} is ${found}, not ${type}`);
  }
}

function require(condition: boolean, message: string): asserts condition {
  if (!condition) {
    throw new Error(message);
  }
}
