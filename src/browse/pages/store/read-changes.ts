import { isOwnedBy } from '../../../model/accounts.ts';
import { Failure } from '../../../model/failure.ts';
import { readEventRow } from '../../../reading/event-row.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { HAPPENINGS, type Happening } from '../../../reading/what-happened.ts';
import type { RecordDifference } from '../../../store/read-differences.ts';
import { factsOfRecord } from '../../../store/record-facts.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { PageRequest } from '../../page.ts';
import { pathsByOffset } from '../../show/pager.ts';
import { accountsOf, firstOfAccounts, nameSnapshots, snapshotsOfOwners } from '../../show/snapshot-names.ts';
import type { Sources } from '../../sources.ts';
import { commitsOfEvents, keptCommits } from '../code/kept-commits.ts';

type ChangePlan = Awaited<ReturnType<Browsing['changes']>>;

/** A thread, the records of one kind in a repository, or a whole repository, with what changed in it. */
export interface ShownSubject extends Omit<ChangePlan['subjects'][number], 'urls' | 'whole'> {
  readonly title: string | null;
  /** Of a thread: open, closed, merged or draft; null if it is gone. */
  readonly state: string | null;
  readonly records: readonly RecordDifference[];
  /** Ids of commits that its events and changed fields refer to and that the kept repository contains. */
  readonly commits: readonly string[];
  readonly labels: readonly { readonly name: string; readonly color: string | null }[];
  /** Of a repository that came or went with all that is in it. */
  readonly whole: ShownRepository | null;
}

export interface ShownRepository {
  /** The number of its records by kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly newest: readonly {
    readonly kind: string;
    readonly number: number;
    readonly title: string | null;
    readonly state: string;
  }[];
}

/** What changed between two snapshots. */
export interface Changes
  extends Pick<ChangePlan, 'counts' | 'subjectCount' | 'wholeCounts' | 'hiddenCount' | 'records'> {
  readonly from: SnapshotEnd;
  readonly to: SnapshotEnd;
  /** Whether the second is the older one. */
  readonly isReversed: boolean;
  /** The ids of the snapshot before the first and of the one after the second. */
  readonly before: number | null;
  readonly after: number | null;
  /** The accounts of which the first snapshot is among those compared: all of their records are new. */
  readonly newAccounts: readonly string[];
  readonly subjects: readonly ShownSubject[];
  /** Of threads and lists on all pages: how many are listed below each thing, which is the most important that happened in them. */
  readonly listedCounts: Readonly<Partial<Record<Happening, number>>>;
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
  /** What the list is narrowed to. */
  readonly what: string | null;
  readonly subject: string | null;
  readonly repo: string | null;
}

export interface SnapshotEnd {
  readonly id: number;
  readonly takenAt: string | null;
  /** Its time; no two have the same. */
  readonly name: string;
}

const PER_PAGE = 25;

/** Two snapshots to compare. */
export interface SnapshotPair {
  readonly from: Snapshot;
  readonly to: Snapshot;
}

export async function readChanges(
  sources: Pick<Sources, 'store' | 'proofs' | 'git'>,
  request: PageRequest,
  { from, to }: SnapshotPair,
): Promise<Changes> {
  const { query, signal } = request;
  const { store, proofs } = sources;
  const [what, subject, repo] = [query.get('what'), query.get('subject'), query.get('repo')];
  const offset = Math.max(0, Math.trunc(Number(query.get('start') ?? 0)) || 0);
  const span = { from: from.position, to: to.position };
  const happening = HAPPENINGS.find((one) => one === what);
  const plan = await store.changes(
    { ...span, key: subject ?? undefined, repo: repo ?? undefined, happening },
    signal,
  );
  const listed = plan.subjects.slice(offset, offset + PER_PAGE);
  const urls = listed.flatMap((one) => (one.whole === null ? one.urls : []));
  const found = urls.length === 0 ? [] : await store.differences({ ...span, urls }, signal);
  const snapshots = store.snapshots();
  const names = nameSnapshots(snapshots, {});
  const firstOf = firstOfAccounts(snapshots, accountsOf(proofs));
  const own = snapshotsOfOwners(sources);
  const isReversed = from.position > to.position;
  const end = ({ id, takenAt }: Snapshot) => ({ id, takenAt: takenAt ?? null, name: names.get(id) ?? '' });
  return {
    from: end(from),
    to: end(to),
    isReversed,
    before: (isReversed ? undefined : own.findLast(({ position }) => position < from.position))?.id ?? null,
    after: (isReversed ? undefined : own.find(({ position }) => position > to.position))?.id ?? null,
    newAccounts: snapshots
      .filter(({ position }) => position > from.position && position <= to.position)
      .flatMap(({ id }) => firstOf.get(id) ?? [])
      .filter((account) => store.owners.length === 0 || isOwnedBy(account, store.owners)),
    counts: plan.counts,
    subjectCount: plan.subjectCount,
    listedCounts: countListed(plan),
    wholeCounts: plan.wholeCounts,
    hiddenCount: plan.hiddenCount,
    records: plan.records,
    subjects: await Promise.all(listed.map((one) => showable(one, found, sources))),
    ...pathsByOffset(
      request,
      { offset, perPage: PER_PAGE, hasMore: plan.subjects.length > offset + PER_PAGE },
      'start',
    ),
    what,
    subject,
    repo,
  };
}

function countListed({ subjects, hiddenCount }: ChangePlan): Changes['listedCounts'] {
  const counts: Partial<Record<Happening, number>> = {};
  for (const { happenings, whole } of hiddenCount === 0 ? subjects : []) {
    const [first = 'other'] = happenings;
    counts[first] = (counts[first] ?? 0) + (whole === null ? 1 : 0);
  }
  return counts;
}

async function showable(
  { urls, whole, ...subject }: ChangePlan['subjects'][number],
  found: readonly RecordDifference[],
  sources: Pick<Sources, 'store' | 'git'>,
): Promise<ShownSubject> {
  const { store } = sources;
  const { repo, number, kind, happenings } = subject;
  const known = new Set(urls);
  const order = new Map(urls.map((url, index) => [url, index]));
  const place = ({ url = '' }: RecordDifference) => order.get(url) ?? 0;
  const records = found
    .filter(({ url }) => url !== undefined && known.has(url))
    .sort((one, other) => place(one) - place(other));
  const glance =
    repo === null || number === null ? undefined : store.glance(repo, number, numberedKind(kind));
  const gone = records.find((one) => one.kind === kind);
  return {
    ...subject,
    title:
      number === null
        ? null
        : (glance?.title ?? factsOfRecord(gone?.before ?? gone?.after ?? '{}').title ?? ''),
    state: glance?.state ?? null,
    records,
    commits: repo === null ? [] : await keptCommits(sources, repo, commitsOf(records)),
    labels:
      repo === null || !(happenings.includes('labelled') || happenings.includes('new'))
        ? []
        : store.labels(repo),
    whole: whole === null ? null : { ...whole, newest: newestOf(repo ?? '', whole, store) },
  };
}

function commitsOf(records: readonly RecordDifference[]): readonly string[] {
  const events = records.flatMap(({ kind, after }) =>
    kind === 'issue_event' && after !== undefined ? readEventRow(after) : [],
  );
  const fields = records.flatMap(({ before, after }) =>
    before === undefined || after === undefined
      ? []
      : [...`${before}${after}`.matchAll(COMMIT_FIELD)].map(([, id = '']) => id),
  );
  return [...commitsOfEvents(events), ...fields];
}

const COMMIT_FIELD = /"(?:merge_commit_)?sha":\s*"([0-9a-f]{40})"/g;

/** The newest threads that the newest snapshot still has. */
function newestOf(
  repo: string,
  { newest }: NonNullable<ChangePlan['subjects'][number]['whole']>,
  store: Browsing,
): ShownRepository['newest'] {
  return newest.flatMap(({ kind, number }) => {
    const glance = store.glance(repo, number, numberedKind(kind));
    return glance === undefined ? [] : [{ kind, number, title: glance.title, state: glance.state }];
  });
}

function numberedKind(kind: string) {
  return kind === 'issue' || kind === 'pull_request' || kind === 'discussion' ? kind : undefined;
}

/** The snapshots that an address names; the two newest if it names none, or null if there are no two. */
export function readEnds(sources: Sources, { params, query }: PageRequest): SnapshotPair | null {
  const { store } = sources;
  const [before, newest] = snapshotsOfOwners(sources).slice(-2);
  const isUnnamed = [params['from'], query.get('from'), params['to'], query.get('to')].every(
    (end) => end == null,
  );
  if (isUnnamed) {
    return before === undefined || newest === undefined ? null : { from: before, to: newest };
  }
  const find = (text: string | null | undefined) => {
    const found = store.snapshots().find(({ id }) => String(id) === text);
    if (found === undefined) {
      throw new Failure(
        'absent',
        `Cannot find snapshot "${text ?? ''}": the store has no snapshot with this number`,
        {
          hint: 'The page of snapshots lists all of them',
        },
      );
    }
    return found;
  };
  return { from: find(params['from'] ?? query.get('from')), to: find(params['to'] ?? query.get('to')) };
}
