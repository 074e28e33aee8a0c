import { isOwnedBy } from '../../model/accounts.ts';
import type { Database } from '../../store/database.ts';
import { type RecordDifference, readDifferences, type Span } from '../../store/read-differences.ts';
import { readUrlPlace } from '../locate-record.ts';
import { HAPPENINGS, type Happening, whatHappened } from '../what-happened.ts';

/** A thread, the records of one kind in a repository, or a whole repository, with what happened to it between two snapshots. */
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
  /** Of a repository that came or went with all that is in it; null for other subjects. */
  readonly whole: WholeRepository | null;
}

export interface WholeRepository {
  /** The number of its records by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** Its threads with the highest numbers. */
  readonly newest: readonly { readonly kind: string; readonly number: number }[];
}

/** All that differs between two snapshots, by what people ask for. */
export interface ChangePlan {
  /** The most important first. */
  readonly subjects: readonly ChangedSubject[];
  /** The number of subjects to which anything happened, and to which each happened. */
  readonly subjectCount: number;
  /** How many of them are whole repositories: new ones, and deleted ones. */
  readonly wholeCounts: Pick<RecordCounts, 'added' | 'deleted'>;
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
  /** Only subjects in this repository, even if it is new or deleted as a whole. */
  readonly repo?: string | undefined;
  /** Only the subjects to which this happened, with only the records to which it did. */
  readonly happening?: Happening | undefined;
}

const MAX_SUBJECTS = 5_000;

/** The records of a subject that a list shows, and that its own page shows. */
const LISTED_RECORDS = 8;
const OWN_RECORDS = 1_000;

/** Reads all differences once, and keeps of each only where it belongs: pages read the records that they show. */
export function planChanges(db: Database, options: PlanOptions): ChangePlan {
  const { owners = [], key, repo, happening } = options;
  const limit = key === undefined ? LISTED_RECORDS : OWN_RECORDS;
  const records = { added: 0, changed: 0, deleted: 0 };
  const wanted = happening === undefined ? undefined : HAPPENINGS.indexOf(happening);
  const subjects = new Map<string, Gathered>();
  for (const difference of readDifferences(db, options)) {
    const place = subjectOf(difference);
    const isWanted =
      (owners.length === 0 || isOwnedBy(place.repo ?? '', owners)) &&
      (key === undefined || key === place.key) &&
      (repo === undefined || repo === place.repo);
    if (isWanted) {
      records[COUNTED_AS[difference.change]] += 1;
      const ranks = whatHappened(difference).happenings.map((one) => HAPPENINGS.indexOf(one));
      if (ranks.length > 0) {
        const known = subjects.get(place.key) ?? newGathered(place);
        subjects.set(place.key, known);
        gather(known, { difference, ranks }, { limit, wanted });
      }
    }
  }
  const found = [...subjects.values()];
  const all = (key === undefined && repo === undefined ? joinRepositories(found) : found).sort(
    compareSubjects,
  );
  const countWhole = (rank: number) =>
    all.filter(({ whole, ranks }) => whole !== null && ranks.has(rank)).length;
  const counts = HAPPENINGS.map((happening, rank) => ({
    happening,
    count: all.reduce((sum, { ranks }) => sum + Number(ranks.has(rank)), 0),
  }));
  const listed = wanted === undefined ? all : all.filter(({ ranks }) => ranks.has(wanted));
  return {
    subjects: listed.slice(0, MAX_SUBJECTS).map(toSubject),
    subjectCount: all.length,
    wholeCounts: { added: countWhole(NEW), deleted: countWhole(DELETED) },
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
  /** How many records of each kind came or went. */
  readonly kinds: Map<string, number>;
  readonly whole: WholeRepository | null;
}

function newGathered(place: SubjectPlace): Gathered {
  return { place, ranks: new Set(), count: 0, records: [], kinds: new Map(), whole: null };
}

const NEW = HAPPENINGS.indexOf('new');
const DELETED = HAPPENINGS.indexOf('deleted');
const OTHER = HAPPENINGS.indexOf('other');
const MAX_NEWEST = 3;

/** Joins all subjects of each repository that is new or deleted: its records are not read one by one. */
function joinRepositories(subjects: readonly Gathered[]): Gathered[] {
  const whole = new Map<string, { readonly own: Gathered; readonly parts: Gathered[] }>();
  for (const own of subjects) {
    if (own.place.kind === 'repository' && (own.ranks.has(NEW) || own.ranks.has(DELETED))) {
      whole.set(own.place.repo ?? '', { own, parts: [] });
    }
  }
  const others = subjects.filter((one) => {
    const repository = whole.get(one.place.repo ?? '');
    repository?.parts.push(one);
    return repository === undefined;
  });
  return [...others, ...[...whole.values()].map(({ own, parts }) => joinSubjects(own, parts))];
}

function joinSubjects(own: Gathered, parts: readonly Gathered[]): Gathered {
  const counts: Record<string, number> = {};
  for (const [kind, count] of parts.flatMap(({ kinds }) => [...kinds])) {
    counts[kind] = (counts[kind] ?? 0) + count;
  }
  const newest = parts
    .flatMap(({ place: { kind, number } }) => (number === null ? [] : [{ kind, number }]))
    .sort((one, other) => other.number - one.number)
    .slice(0, MAX_NEWEST);
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  return { ...own, count, whole: { counts, newest } };
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
  { difference, ranks }: { readonly difference: RecordDifference; readonly ranks: readonly number[] },
  { limit, wanted }: GatherOptions,
): void {
  for (const rank of ranks) {
    subject.ranks.add(rank);
  }
  const { url, kind, before, after } = difference;
  subject.count += 1;
  if (before === undefined || after === undefined) {
    subject.kinds.set(kind, (subject.kinds.get(kind) ?? 0) + 1);
  }
  const isKept = wanted === undefined || ranks.includes(wanted) || (wanted === OTHER && isMerge(difference));
  if (url !== undefined && isKept) {
    const record = { rank: Math.min(...ranks), url };
    const at = subject.records.findLastIndex(({ rank }) => rank <= record.rank) + 1;
    if (at < limit) {
      subject.records.splice(at, 0, record);
      subject.records.length = Math.min(subject.records.length, limit);
    }
  }
}

/** Without it, events that only follow from a merge would look like something else. */
function isMerge({ kind, after }: RecordDifference): boolean {
  const { event }: { readonly event?: unknown } =
    kind === 'issue_event' && after !== undefined ? JSON.parse(after) : {};
  return event === 'merged';
}

function compareSubjects(one: Gathered, other: Gathered): number {
  const [first, second] = [one, other].map(({ ranks }) => Math.min(...ranks));
  const [repo, otherRepo] = [one.place.repo ?? '', other.place.repo ?? ''];
  return (
    (first ?? 0) - (second ?? 0) ||
    Number(one.whole === null) - Number(other.whole === null) ||
    (repo < otherRepo ? -1 : repo > otherRepo ? 1 : 0) ||
    (one.place.number ?? 0) - (other.place.number ?? 0)
  );
}

function toSubject({ place, ranks, count, records, whole }: Gathered): ChangedSubject {
  return {
    ...place,
    happenings: HAPPENINGS.filter((_, rank) => ranks.has(rank)),
    count,
    urls: records.map(({ url }) => url),
    whole,
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
