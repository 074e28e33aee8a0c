import { isOwnedBy } from '../../model/accounts.ts';
import type { Database } from '../../store/database.ts';
import { type RecordDifference, readDifferences, type Span } from '../../store/read-differences.ts';
import { readUrlPlace } from '../locate-record.ts';
import { HAPPENINGS, type Happening, whatHappened } from '../what-happened.ts';

/** A thread, or the records of one kind in a repository, with what happened to it between two snapshots. */
export interface ChangedSubject {
  /** Its name in addresses. */
  readonly key: string;
  /** The kind of its record; of a thread `issue`, `pull_request` or `discussion`. */
  readonly kind: string;
  readonly repo: string | null;
  /** Of a thread. */
  readonly number: number | null;
  readonly happenings: readonly Happening[];
  readonly count: number;
  /** The urls of the records that matter most. */
  readonly urls: readonly string[];
}

/** All that differs between two snapshots, by what people ask for. */
export interface ChangePlan {
  /** The most important first. */
  readonly subjects: readonly ChangedSubject[];
  /** The number of subjects to which anything happened, and to which each happened. */
  readonly subjectCount: number;
  readonly counts: readonly { readonly happening: Happening; readonly count: number }[];
  /** The number of subjects that are not listed, because there are too many. */
  readonly hiddenCount: number;
  /** The number of records that are new, changed and deleted. */
  readonly records: RecordCounts;
}

export interface RecordCounts {
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
}

export interface PlanOptions extends Span {
  /** Only records in repositories of these accounts; empty for all. */
  readonly owners?: readonly string[];
  /** Only the subject with this key, with more of its records. */
  readonly key?: string | undefined;
  /** Only the subjects to which this happened, with only the records to which it did. */
  readonly happening?: Happening | undefined;
}

const MAX_SUBJECTS = 5_000;

/** The records of a subject that a list shows, and that its own page shows. */
const LISTED_RECORDS = 8;
const OWN_RECORDS = 1_000;

/** Reads all differences once, and keeps of each only where it belongs: pages read the records that they show. */
export function planChanges(db: Database, options: PlanOptions): ChangePlan {
  const { owners = [], key, happening } = options;
  const limit = key === undefined ? LISTED_RECORDS : OWN_RECORDS;
  const records = { added: 0, changed: 0, deleted: 0 };
  const wanted = happening === undefined ? undefined : HAPPENINGS.indexOf(happening);
  const subjects = new Map<string, Gathered>();
  for (const difference of readDifferences(db, options)) {
    const place = subjectOf(difference);
    const isWanted = owners.length === 0 || isOwnedBy(place.repo ?? '', owners);
    if (isWanted && (key === undefined || key === place.key)) {
      records[COUNTED_AS[difference.change]] += 1;
      const ranks = whatHappened(difference).happenings.map((one) => HAPPENINGS.indexOf(one));
      if (ranks.length > 0) {
        const known = subjects.get(place.key) ?? { place, ranks: new Set(), count: 0, records: [] };
        subjects.set(place.key, known);
        gather(known, { url: difference.url, ranks }, { limit, wanted });
      }
    }
  }
  const all = [...subjects.values()].sort(compareSubjects);
  const counts = HAPPENINGS.map((happening, rank) => ({
    happening,
    count: all.reduce((sum, { ranks }) => sum + Number(ranks.has(rank)), 0),
  }));
  const listed = wanted === undefined ? all : all.filter(({ ranks }) => ranks.has(wanted));
  return {
    subjects: listed.slice(0, MAX_SUBJECTS).map(toSubject),
    subjectCount: all.length,
    counts: counts.filter(({ count }) => count > 0),
    hiddenCount: Math.max(0, listed.length - MAX_SUBJECTS),
    records,
  };
}

const COUNTED_AS: Readonly<Record<RecordDifference['change'], keyof RecordCounts>> = {
  added: 'added',
  returned: 'added',
  changed: 'changed',
  moved: 'changed',
  vanished: 'deleted',
};

type SubjectPlace = Pick<ChangedSubject, 'key' | 'kind' | 'repo' | 'number'>;

interface Gathered {
  readonly place: SubjectPlace;
  /** What happened, as indexes of the table. */
  readonly ranks: Set<number>;
  count: number;
  /** The most important ones first. */
  readonly records: { readonly rank: number; readonly url: string }[];
}

function subjectOf({ kind, url, repo: own }: RecordDifference): SubjectPlace {
  const repo = own ?? null;
  const { number, kind: threadKind } = url === undefined ? {} : readUrlPlace(url);
  return number === undefined || threadKind === undefined
    ? { key: `${kind} ${repo ?? ''}`, kind, repo, number: null }
    : { key: `${threadKind} ${repo ?? ''}#${number}`, kind: threadKind, repo, number };
}

interface GatherOptions {
  readonly limit: number;
  /** The index of what must have happened to a record that is kept. */
  readonly wanted: number | undefined;
}

function gather(
  subject: Gathered,
  { url, ranks }: { readonly url: string | undefined; readonly ranks: readonly number[] },
  { limit, wanted }: GatherOptions,
): void {
  for (const rank of ranks) {
    subject.ranks.add(rank);
  }
  subject.count += 1;
  if (url !== undefined && (wanted === undefined || ranks.includes(wanted))) {
    const record = { rank: Math.min(...ranks), url };
    const at = subject.records.findLastIndex(({ rank }) => rank <= record.rank) + 1;
    if (at < limit) {
      subject.records.splice(at, 0, record);
      subject.records.length = Math.min(subject.records.length, limit);
    }
  }
}

function compareSubjects(one: Gathered, other: Gathered): number {
  const [first, second] = [one, other].map(({ ranks }) => Math.min(...ranks));
  const [repo, otherRepo] = [one.place.repo ?? '', other.place.repo ?? ''];
  return (
    (first ?? 0) - (second ?? 0) ||
    (repo < otherRepo ? -1 : repo > otherRepo ? 1 : 0) ||
    (one.place.number ?? 0) - (other.place.number ?? 0)
  );
}

function toSubject({ place, ranks, count, records }: Gathered): ChangedSubject {
  return {
    ...place,
    happenings: HAPPENINGS.filter((_, rank) => ranks.has(rank)),
    count,
    urls: records.map(({ url }) => url),
  };
}

export interface DifferenceOptions extends Span {
  /** Only records in repositories of these accounts; empty for all. */
  readonly owners?: readonly string[];
  readonly urls: readonly string[];
}

/** The records with these urls that differ between two positions. */
export function listDifferences(db: Database, options: DifferenceOptions): readonly RecordDifference[] {
  const { owners = [] } = options;
  return [...readDifferences(db, options)].filter(
    ({ repo = '' }) => owners.length === 0 || isOwnedBy(repo, owners),
  );
}
