import { satchelVersion } from '../base/own-package.ts';
import { countText } from '../base/sizes.ts';
import { quoteText } from '../base/terminal-text.ts';
import { createClient } from '../client/create-client.ts';
import { basicAuthorization } from '../client/credentials.ts';
import { readNetwork, readProxies } from '../client/network.ts';
import { type LfsUpload, type UploadFile, uploadLfs } from '../endpoints/lfs-upload.ts';
import { listPushedPointers, type PushedRefs, pushRepository } from '../git/push-repository.ts';
import type { GitRemote } from '../git/spawn-git.ts';
import { DIALECTS } from '../model/dialects.table.ts';
import { Failure, messageOf } from '../model/failure.ts';
import { isSameRepository } from '../model/repository-name.ts';
import { findBlob, findGitFolder } from '../store/file-folders.ts';
import { type KeptRepository, readKeptRepositories } from '../store/kept-files.ts';
import { IS_PRIVATE } from '../store/record-facts.ts';
import { openStore } from '../store/store.ts';
import { type FilesContext, type FilesWithLfs, filesWithLfsOf } from './folders-of-store.ts';
import { type Forge, forgePlaceOf, openForge } from './forge/forge-api.ts';
import { fillAddress, isLoopback } from './forge/repository-address.ts';
import { gitProxiesOf } from './service/git-remote.ts';

/** The repositories of a store, and where they go. */
export interface PushRequest {
  readonly dbPath: string;
  /** The address of a repository, with `{owner}` and `{name}` in it. */
  readonly to: string;
  /** Names `owner/name`; by default all. */
  readonly repositories: readonly string[] | undefined;
  /** As for `pushRepository`. */
  readonly isForced: boolean;
  /** Reports what would be pushed where. */
  readonly isDryRun: boolean;
  /** For addresses of https. */
  readonly token: string | undefined;
  /** Whether repositories are made that the host, a Gitea or Forgejo, lacks. */
  readonly makesMissing: boolean;
  /** Whether the files in Git LFS that the vault has go to the server of the repository too. */
  readonly sendsLfs: boolean;
  readonly onRepository: (pushed: PushedRepository) => void;
}

export interface PushedRepository extends PushedRefs {
  /** `owner/name`; of a wiki, that of its repository. */
  readonly repository: string;
  readonly isWiki: boolean;
  readonly to: string;
  /** Whether it was made at the forge. */
  readonly isNew: boolean;
  /** Why nothing was pushed; null if something was. */
  readonly failure: string | null;
  /** What became of the files in Git LFS; null if they were not sent. */
  readonly lfs: LfsUpload | null;
}

interface Push extends FilesWithLfs {
  readonly kept: KeptRepository;
  readonly url: URL;
  readonly isPrivate: boolean;
  readonly directory: string | undefined;
}

/**
 * Pushes the kept repositories and wikis of a store to another git host, one by one; one that fails does not stop the others. Fails with
 * `usage` if the address is wrong or two repositories would have the same, and with `absent` if a repository has no git data.
 */
export async function pushRepositories(request: PushRequest, context: FilesContext): Promise<void> {
  const { token, makesMissing, isDryRun, onRepository } = request;
  if (makesMissing && token === undefined) {
    throw new Failure('token-missing', 'Cannot make repositories at the forge: that needs a token', {
      hint: 'Give a token that may write repositories',
      commandHint: 'Give --forge-token-file FILE with a token that may write repositories',
    });
  }
  const pushes = await planPushes(request, context);
  requireServerOfLfs(request, pushes);
  const forge = makesMissing ? await openForge(token, context) : undefined;
  try {
    for (const push of pushes) {
      context.signal.throwIfAborted();
      const { kept, url } = push;
      const pushed = isDryRun ? NOTHING : await pushOne(push, { ...request, forge }, context);
      onRepository({ repository: kept.repo, isWiki: kept.isWiki, to: url.href, ...NOTHING, ...pushed });
    }
  } finally {
    await forge?.close();
  }
}

const NOTHING = {
  isNew: false,
  failure: null,
  lfs: null,
  created: 0,
  updated: 0,
  removed: 0,
  unchanged: 0,
  refused: [],
} as const;

async function pushOne(
  push: Push,
  { isForced, token, forge, sendsLfs }: PushRequest & { readonly forge: Forge | undefined },
  context: FilesContext,
): Promise<Partial<PushedRepository>> {
  const { kept, url, isPrivate, directory } = push;
  let lfs: LfsUpload | null = null;
  try {
    if (directory === undefined) {
      return { failure: `its git data ${quoteText(kept.folder)} is no longer next to the store` };
    }
    const isNew = !kept.isWiki && (await forge?.make(forgePlaceOf(url), isPrivate)) === true;
    // As git lfs does it: who fetches what is pushed finds its files.
    lfs = sendsLfs ? await sendLfs({ ...push, directory }, token, context) : null;
    const pushed = await pushRepository(directory, {
      remote: remoteOf(url, token, context),
      isForced,
      searchPath: context.env['PATH'] ?? '',
      signal: context.signal,
    });
    return { ...pushed, isNew, lfs };
  } catch (error) {
    context.signal.throwIfAborted();
    return { failure: messageOf(error), lfs };
  }
}

function requireServerOfLfs({ sendsLfs, to }: PushRequest, pushes: readonly Push[]): void {
  if (sendsLfs && pushes.some(({ url }) => url.protocol !== 'https:' && !isLoopback(url))) {
    throw new Failure('usage', `Cannot send files in Git LFS to ${quoteText(to)}: they are sent by https`, {
      hint: 'Give an address of https',
      commandHint: 'Give an address of https, or leave --lfs out',
    });
  }
}

async function sendLfs(
  { directory, folders, fetchLfs, url }: Push & { readonly directory: string },
  token: string | undefined,
  { env, clock, random, signal }: FilesContext,
): Promise<LfsUpload> {
  const { pointers, isWhole } = await listPushedPointers(directory, {
    searchPath: env['PATH'] ?? '',
    signal,
  });
  await fetchLfs?.(new Set(pointers.map(({ oid }) => oid)));
  const files: UploadFile[] = [];
  const failed: string[] = isWhole ? [] : ['git cannot read all of the repository'];
  for (const { oid } of pointers) {
    const found = findBlob(folders, oid, 'lfs');
    if (found === undefined) {
      failed.push(`${oid}: the vault does not have it`);
    } else {
      files.push({ oid, ...found });
    }
  }
  if (files.length === 0) {
    return { sent: 0, known: 0, failed };
  }
  const client = createClient({
    ...(token === undefined ? {} : { token }),
    ...{ baseUrl: new URL(url.origin), dialect: DIALECTS.service, userAgent: `satchel/${satchelVersion()}` },
    network: await readNetwork(env, env['GIT_SSL_CAINFO']),
    allowedStorageHosts: [url.host],
    ...{ clock, random, signal },
  });
  try {
    const user = url.username === '' ? undefined : decodeURIComponent(url.username);
    const authorization = token === undefined ? undefined : basicAuthorization(token, user);
    const report = await uploadLfs(client, files, { repository: url, authorization, signal });
    return { ...report, failed: [...failed, ...report.failed] };
  } finally {
    await client.close();
  }
}

async function planPushes(request: PushRequest, context: FilesContext): Promise<readonly Push[]> {
  const { dbPath, to, repositories, token } = request;
  const files = await filesWithLfsOf(dbPath, context);
  const store = openStore(dbPath);
  try {
    const findPrivate = store.db
      .prepare<[string], number>(
        `SELECT ${IS_PRIVATE} IS NOT 0 FROM repositories AS r WHERE r.repo = ? COLLATE NOCASE`,
      )
      .pluck();
    const kept = readKeptRepositories(store.db).filter(
      ({ repo }) => repositories?.some((name) => isSameRepository(name, repo)) ?? true,
    );
    requireKept(kept, repositories);
    const pushes = kept.map((each) => ({
      kept: each,
      url: fillAddress(to, { repository: each.repo, isWiki: each.isWiki, token }),
      // What is not known to be public stays private.
      isPrivate: findPrivate.get(each.repo) !== 0,
      directory: findGitFolder(files.folders, each.folder),
      ...files,
    }));
    requireDistinct(pushes);
    return pushes;
  } finally {
    store.close();
  }
}

function requireKept(kept: readonly KeptRepository[], asked: readonly string[] | undefined): void {
  const absent = asked?.find((name) => !kept.some(({ repo }) => isSameRepository(repo, name)));
  if (absent !== undefined || kept.length === 0) {
    throw new Failure(
      'absent',
      `Cannot push ${absent === undefined ? 'anything' : quoteText(absent)}: the store has no git data of it`,
      { hint: 'Load the archive again with its git data' },
    );
  }
}

function requireDistinct(pushes: readonly Push[]): void {
  const known = new Map<string, KeptRepository>();
  for (const { kept, url } of pushes) {
    const other = known.get(url.href.toLowerCase());
    if (other !== undefined) {
      throw new Failure(
        'usage',
        `Cannot push to ${quoteText(url.href)}: both ${quoteText(other.repo)} and ${quoteText(kept.repo)} would go there`,
        { hint: 'Write {owner} and {name} in the address, or choose repositories' },
      );
    }
    known.set(url.href.toLowerCase(), kept);
  }
}

function remoteOf(url: URL, token: string | undefined, { env }: FilesContext): GitRemote {
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  const user = url.username === '' ? undefined : decodeURIComponent(url.username);
  return {
    url,
    ...(token === undefined || !isHttp ? {} : { authorization: basicAuthorization(token, user) }),
    agentSocket: url.protocol === 'ssh:' ? env['SSH_AUTH_SOCK'] : undefined,
    caFile: env['GIT_SSL_CAINFO'],
    proxies: isHttp ? gitProxiesOf(url, readProxies(env)) : {},
  };
}

/** One line about a repository, for people. */
export function describePush(pushed: PushedRepository, isDryRun: boolean): string {
  const { repository, isWiki, to, isNew, failure, refused, lfs, ...counts } = pushed;
  const name = `${repository}${isWiki ? ' (wiki)' : ''}`;
  if (isDryRun) {
    return `${name}: would be pushed to ${to}`;
  }
  if (failure !== null) {
    return `${name}: FAILED: ${failure}`;
  }
  const parts = [
    ...(isNew ? ['made at the forge'] : []),
    ...(['created', 'updated', 'removed'] as const).flatMap((what) =>
      counts[what] === 0 ? [] : [`${countText(counts[what], 'ref')} ${what}`],
    ),
    ...(lfs === null || lfs.sent === 0 ? [] : [`${countText(lfs.sent, 'file')} sent to Git LFS`]),
    ...(lfs === null || lfs.failed.length === 0
      ? []
      : [`${countText(lfs.failed.length, 'file')} in Git LFS NOT SENT`]),
    ...(refused.length === 0 ? [] : [`${countText(refused.length, 'ref')} REFUSED`]),
  ];
  return `${name}: ${parts.join(', ') || 'nothing to push'}`;
}
