import type { SearchOptions, SearchResults, SubjectFacts } from '../../search/index.ts';
import type { RecordVersion, Snapshot } from '../../store/index.ts';
import type { MonthCount } from '../activity/read-strip.ts';
import type { Discussion } from '../read-discussions.ts';
import type { ListedRelease, Release, ReleaseFilter } from '../read-releases.ts';
import type { Repository } from '../read-repositories.ts';
import type { Thread } from '../thread.ts';
import type { NumberedKind, UrlPlace } from './locate-record.ts';
import type { PageWish, ThreadPage } from './page-threads.ts';
import type { ListWish } from './plan-list.ts';
import type { Account, Member, Team } from './read-accounts.ts';
import type { CapturedKind, CapturedRow, CapturedWish } from './read-captures.ts';
import type { ChangePage, ChangeWish, Edit, VanishedRecord } from './read-changes.ts';
import type { BranchRule, Milestone, OfferedLabel, OtherRecord } from './read-collections.ts';
import type { Facets } from './read-facets.ts';
import type { Integrity } from './read-integrity.ts';
import type { GitPlace, KeptBytes, Upload } from './read-uploads.ts';
import type { Writing, WritingCount, WritingPage, WritingWish } from './read-writings.ts';

/**
 * A store that is open for a reader in a browser: everything that its pages ask for. Times are in UTC.
 * What may take long is asked beside, and fails with `query-stopped` after ten seconds.
 */
export interface Browsing {
  readonly path: string;
  /** Another word for every state of the store. */
  readonly identity: string;
  /** Whether the file has been replaced or written to since it was opened. */
  isOutdated(): boolean;
  /** Keeps an answer as long as the store is as it is. */
  remember<Value>(name: string, make: () => Value): Value;
  close(): void;

  /** Oldest first. */
  snapshots(): readonly Snapshot[];
  integrity(): Integrity;
  /** What changed between two positions in time. */
  changes(wish: ChangeWish): Promise<ChangePage>;
  history(url: string): readonly RecordVersion[];
  /** Edits of the texts of a thread and below it. */
  edits(threadUrl: string): readonly Edit[];
  vanishedBelow(url: string): readonly VanishedRecord[];
  vanishedOf(repo: string, kind: string): readonly VanishedRecord[];
  vanished(url: string): readonly VanishedRecord[];

  /** `owner/name`, in the order of the names. */
  repositoryNames(): readonly string[];
  /** The repository as the store spells it; undefined where there is none of this name. */
  repositoryName(name: string): string | undefined;
  repository(repo: string): Repository;
  /** Where the records of this store lived: origins of urls. */
  origins(): readonly string[];
  urlPlace(url: string): UrlPlace;
  /** What has this number in a repository. */
  kindOf(repo: string, number: number): NumberedKind | undefined;
  labels(repo: string): readonly OfferedLabel[];
  milestones(repo: string): readonly Milestone[];
  branchRules(repo: string): readonly BranchRule[];
  otherRecords(kind: string, repo: string | null): readonly OtherRecord[];
  gitPlace(repo: string, isWiki: boolean): GitPlace | undefined;
  /** What was written in each of the last months of a repository. */
  strip(repo: string): readonly MonthCount[];

  /** Fails with `search-refused` where the search is none. */
  threads(wish: PageWish): Promise<ThreadPage>;
  /** Takes longer than the list itself, the first time. */
  facets(wish: ListWish): Promise<Facets>;
  /** Fails with `absent` where there is none. */
  thread(repo: string, number: number): Thread;
  discussions(repo: string, wish: { readonly before: number; readonly limit: number }): readonly Discussion[];
  discussion(repo: string, number: number): Discussion | undefined;
  releases(filter: ReleaseFilter): readonly ListedRelease[];
  /** The release of a tag, else the latest one. Fails with `absent`. */
  release(wish: { readonly repo: string; readonly tag: string | undefined }): Release;

  uploads(repo: string, wish: { readonly offset: number; readonly limit: number }): readonly Upload[];
  upload(url: string): KeptBytes | undefined;
  releaseAsset(wish: {
    readonly repo: string;
    readonly tag: string;
    readonly name: string;
  }): KeptBytes | undefined;

  /** Whether the store has a record of this person or organization. */
  hasAccount(login: string): boolean;
  account(login: string): Account | undefined;
  accounts(wish: {
    readonly after: string;
    readonly limit: number;
    readonly search: string;
  }): readonly Account[];
  members(organization: string): readonly Member[];
  teams(organization: string): readonly Team[];
  writings(wish: WritingWish): WritingPage;
  writingCounts(author: string): readonly WritingCount[];
  /** What was opened or published last in these repositories. */
  latest(wish: { readonly repos: readonly string[]; readonly limit: number }): readonly Writing[];

  captured(wish: CapturedWish): readonly CapturedRow[];
  capturedCounts(): Readonly<Record<CapturedKind, number>>;

  /** Fails with `search-refused` where the text is no search. */
  search(text: string, options: SearchOptions): Promise<SearchResults>;
  /** Threads and other records whose title holds the words typed so far. */
  completeTitles(typed: string, limit: number): readonly SubjectFacts[];
}
