import { devNull } from 'node:os';
import { GIT_LIMITS, READING_LIMITS } from './git-limits.table.ts';

/**
 * Every call of git, with all of its arguments: `{name}` stands for a value in an argument, `{...name}` for any number of
 * arguments. Wherever git could run a program for what it shows, the flag against it is here. Git 2.39 does not support
 * `--end-of-options` everywhere; values that could be mistaken for options follow it or `--`, all others are ids.
 */
export const GIT_CALLS = {
  version: ['version'],
  fetch: [
    ...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--', '{url}'],
    ...['+refs/*:refs/*', '^refs/satchel/*'],
  ],
  push: [
    ...['push', '--porcelain', '--no-verify', '--no-signed', '--no-recurse-submodules', '--no-follow-tags'],
    ...['{...options}', '--', '{url}', '{...refspecs}'],
  ],
  updateRefs: ['update-ref', '--stdin'],
  findUnreachable: [
    ...['rev-list', '--stdin', '--not'],
    ...['--exclude=refs/satchel/*', '--exclude=refs/pull/*/merge', '--all'],
  ],
  check: ['fsck', '--full', '--no-progress', '--no-dangling'],
  // The same where neither file exists: git starts itself again for each of them, also if there is nothing to check.
  checkPlain: [
    ...['-c', 'core.commitGraph=false', '-c', 'core.multiPackIndex=false'],
    ...['fsck', '--full', '--no-progress', '--no-dangling'],
  ],
  // Does not read what is in packs, apart from the targets of refs.
  checkQuickly: ['fsck', '--no-full', '--no-progress', '--no-dangling'],
  bundle: ['bundle', 'create', '--quiet', '{path}', '--all'],
  // The formats of refs must not need the objects: a ref to a missing object would end the list.
  listRefs: ['for-each-ref', '--format=%(objectname) %(refname)'],
  listBranches: [
    ...['for-each-ref', `--count=${READING_LIMITS.refs + 1}`, '--format=%(objectname) %(refname)'],
    ...['refs/heads/', 'refs/tags/'],
  ],
  // The branches and tags whose history has a commit; the first of them, as the walk is long in old histories.
  listContaining: [
    ...['for-each-ref', `--count=${READING_LIMITS.containing + 1}`, '--contains={commit}'],
    ...['--sort=-version:refname', '--format=%(objectname) %(refname)', '{kind}'],
  ],
  findObjects: ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--buffer'],
  listObjects: [
    ...['cat-file', '--batch-all-objects', '--unordered', '--buffer'],
    '--batch-check=%(objectname) %(objecttype) %(objectsize)',
  ],
  countObjects: ['count-objects', '-v'],
  // Ids of commits and tags on standard input.
  listReachable: ['rev-list', '--objects', '--no-object-names', '--stdin'],
  /** Sorted, each once. */
  listIds: ['cat-file', '--batch-all-objects', '--batch-check=%(objectname)', '--buffer'],
  // Ids or revisions on standard input. One thread, so that git makes the same packs of the same objects.
  packObjects: [
    ...['pack-objects', '--quiet', '--threads=1', '--window-memory=256m', '--delta-base-offset'],
    ...['--non-empty', '{...revs}', '{base}'],
  ],
  checkPack: ['index-pack', '--verify', '{path}'],
  readObjects: ['cat-file', '--batch', '--buffer'],
  readAllObjects: ['cat-file', '--batch-all-objects', '--unordered', '--buffer', '--batch'],
  answerObjects: ['cat-file', '--batch-command'],
  streamBlob: ['cat-file', 'blob', '{id}'],
  listCommits: [
    ...['rev-list', '--skip={skip}', '--max-count={count}', '{...only}', '{...stdin}'],
    ...['--end-of-options', '{...commits}', '--', '{...paths}'],
  ],
  countCommits: ['rev-list', '--count', '{...only}', '--end-of-options', '{...commits}', '--'],
  // Newest first: the time of writing and the name, as `.mailmap` would need the files.
  listAuthors: [
    ...['log', '--format=%at%x20%an', '--no-color', '--no-ext-diff', '--no-textconv', '--no-show-signature'],
    ...['--no-mailmap', '--end-of-options', '{commit}', '--'],
  ],
  findMergeBase: ['merge-base', '--end-of-options', '{one}', '{other}'],
  listFiles: ['ls-tree', '-r', '-z', '--name-only', '--full-tree', '--end-of-options', '{commit}'],
  // Of merges, what their first parent lacks: a file may be in a merge alone.
  listFilesOfAll: [
    ...['log', '--all', '-z', '--raw', '--no-abbrev', '--format=%H', '--no-renames', '--no-color'],
    ...['--diff-merges=first-parent', '--root'],
    ...['--no-ext-diff', '--no-textconv', '--no-show-signature'],
  ],
  // Merges list no files here: the merged commits list them.
  readNewest: [
    ...['log', '-z', '--raw', '--format=%H', '--no-renames', '--no-color'],
    ...['--no-ext-diff', '--no-textconv', '--no-show-signature'],
    ...[`--max-count=${READING_LIMITS.newestCommits}`, '{...stdin}'],
    ...['--end-of-options', '{commit}', '--', '{...paths}'],
  ],
  searchMessages: [
    ...['log', '--all', '-z', '--format=%H%x00%an%x00%ae%x00%at%x00%B', '--no-color'],
    ...['--no-ext-diff', '--no-textconv', '--no-show-signature', '{...texts}'],
  ],
  // In a bare repository, no attributes of a commit apply, and nothing but the commit is read.
  searchFiles: [
    ...['grep', '--no-ext-grep', '--no-textconv', '--no-recurse-submodules', '--no-color', '-I', '-z', '-n'],
    ...['--full-name', '--no-column', '--no-heading', '--no-break', '--fixed-strings', '--ignore-case'],
    ...['{...all}', '{...texts}', '{commit}', '--'],
  ],
  readLineHistory: [
    ...['log', '-L{first},{last}:{path}', '--format=%x00%H', '--max-count={count}', '--no-color'],
    ...['--no-ext-diff', '--no-textconv', '--no-show-signature', '{commit}'],
  ],
  blame: [
    ...['blame', '--incremental', '--root', '--no-ext-diff', '--no-textconv'],
    ...['{commit}', '--', '{path}'],
  ],
  readDifference: [...differenceOf('--raw', '-z', '-p')],
  listChangedFiles: [...differenceOf('--name-only')],
  streamDifference: [...differenceOf('-p')],
  // Of a tree, not of a commit: git would fill in what files ask for, and run a program for signatures.
  archive: ['archive', '--format=zip', '--prefix={prefix}', '{tree}'],
  streamPatches: [
    ...[
      'format-patch',
      '--stdout',
      '--no-signature',
      '--no-ext-diff',
      '--no-textconv',
      '--no-show-signature',
    ],
    ...['--root', '--end-of-options', '{range}'],
  ],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;

/** A diff of two commits, or of one with its parent: full ids, rename detection, no program of others. */
function differenceOf<const Forms extends readonly string[]>(...forms: Forms) {
  return [
    ...(['diff-tree', '-r', '-M', '--no-color', '--no-ext-diff', '--no-textconv', '--full-index'] as const),
    ...(['-l1000', '--root', '--no-commit-id', '{...whitespace}'] as const),
    ...forms,
    ...(['--end-of-options', '{...commits}'] as const),
  ] as const;
}

export type GitCallName = keyof typeof GIT_CALLS;

/** Calls that talk to a server; all others cannot. */
export const NETWORK_CALLS: ReadonlySet<GitCallName> = new Set(['fetch', 'push'] as const);

/** Set for each call on its command line, which overrides all configuration files. */
export const GIT_SETTINGS = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=',
  'core.alternateRefsCommand=',
  `core.attributesFile=${devNull}`,
  'credential.helper=',
  'log.showSignature=false',
  // Git computes it in memory.
  'pack.writeReverseIndex=false',
] as const;

/**
 * The environment of each call, apart from the search path and `GIT_DIR`. Nothing else of our own is inherited. Calls
 * without a repository have a `GIT_DIR` that cannot be one, so that none is looked for in the current folder.
 */
export const GIT_ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  // Paths from an archive are names, never patterns.
  GIT_LITERAL_PATHSPECS: '1',
  // A crafted pack may claim objects of any size; git fails on a single allocation above this.
  GIT_ALLOC_LIMIT: '2g',
  // Otherwise libcurl looks for passwords in the home directory, in `.netrc`.
  HOME: devNull,
  LC_ALL: 'C',
} as const;

/** Set for each call that talks to a server. No redirects, which could lead the token elsewhere. */
export const NETWORK_SETTINGS = [
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1'],
  ['http.lowSpeedTime', String(GIT_LIMITS.silenceMs / 1000)],
  ['core.fsync', 'all'],
  // All that arrives is in one file, whose size is watched. Small packs could also unpack to far more than was sent.
  ['fetch.unpackLimit', '1'],
  ['gc.autoDetach', 'false'],
  ['maintenance.autoDetach', 'false'],
] as const;

export function argumentsOf([name, values]: GitCommand): readonly string[] {
  const given: Readonly<Record<string, string | number | readonly string[]>> = values;
  return GIT_CALLS[name].flatMap((argument: string) => {
    const list = given[/^\{\.\.\.(\w+)\}$/.exec(argument)?.[1] ?? ''];
    return typeof list === 'object'
      ? list
      : argument.replaceAll(/\{(\w+)\}/g, (_, key) => String(given[key]));
  });
}

export type GitCommand = { [Name in GitCallName]: readonly [Name, GitValues<Name>] }[GitCallName];

type GitValues<Name extends GitCallName> = {
  readonly [Key in TextKeys<(typeof GIT_CALLS)[Name][number]>]: string | number;
} & { readonly [Key in ListKeys<(typeof GIT_CALLS)[Name][number]>]: readonly string[] };

type ListKeys<Argument extends string> = Argument extends `{...${infer Key}}` ? Key : never;

type TextKeys<Argument extends string> = Argument extends `{...${string}}`
  ? never
  : Argument extends `${string}{${infer Key}}${infer Rest}`
    ? Key | TextKeys<Rest>
    : never;
