import { quoteText } from '../../base/terminal-text.ts';
import { withoutEndSlashes } from '../../base/text-ends.ts';
import { createFinding, type Finding } from '../../model/findings.ts';
import { isRecordKind } from '../../model/record-kind.ts';
import type { RecordBatch } from '../../model/records.ts';
import type { ArchiveEntry, ArchiveObserver, EntryClass } from '../archive-event.ts';
import { gitDirectoryOf } from '../entry-name.ts';
import { type Fingerprint, taggedKey, tagOfRow, withTag } from '../fingerprints.ts';
import { placeOfRecord } from '../record-validator.ts';
import { createExampleBook, numberOfRow } from './example-book.ts';
import { findAbsent } from './find-absent.ts';
import { followPath, parsePath, pointerOf } from './follow-path.ts';
import { decodeLeniently } from './reference-address.ts';
import type { ScratchFile } from './scratch-file.ts';
import { type SpillingOptions, SpillingTable } from './spilling-table.ts';
import { CLAIMS, UPLOAD_CLASSES, type UploadClass, uploadClassAt } from './uploads.table.ts';

/** The results for files that records refer to: attachments, uploaded files and release assets. */
export interface UploadTally {
  /** Referenced files that are not in the archive, although other files of their class are. */
  readonly missing: number;
  /** Referenced files that are not in the archive, which has no files of their class. */
  readonly excluded: number;
  /** Files in the archive that no record refers to. */
  readonly unclaimed: number;
}

/** The check of uploads; its counts are final after `end`. */
export interface UploadCheck extends ArchiveObserver {
  tally(): UploadTally;
}

interface UploadCheckOptions {
  readonly scratch: ScratchFile;
  /** The maximum number of names in memory, for each side. */
  readonly maxRows: number;
  readonly report: (finding: Finding) => void;
}

const ROOT = 'tarball://root/';

const TAGS: ReadonlyMap<string, number> = new Map(UPLOAD_CLASSES.map((row, tag) => [row.class, tag]));

/** Creates the check that files and the records that refer to them are both present, in any order. */
export function createUploadCheck({ report, ...spilling }: UploadCheckOptions): UploadCheck {
  const classCount = UPLOAD_CLASSES.length;
  const claims: NameSide = createNameSide({ ...spilling, classCount, other: () => entries });
  const entries: NameSide = createNameSide({ ...spilling, classCount, other: () => claims });
  const takeEntry = createEntryTaker(entries);
  let tally: UploadTally = { missing: 0, excluded: 0, unclaimed: 0 };
  return {
    observe(event) {
      if (event.type === 'entry') {
        takeEntry(event.entry);
      } else if (event.type === 'records') {
        takeClaims(event.batch, claims);
      } else if (event.type === 'end') {
        tally = settle(claims, entries, report);
      }
    },
    tally: () => tally,
  };
}

function createEntryTaker(entries: NameSide): (entry: ArchiveEntry) => void {
  let lastGitDirectory: string | undefined;
  return (entry) => {
    if (!isUploadClass(entry.class)) {
      return;
    }
    const path = entry.class === 'git' ? gitDirectoryOf(entry.name) : entry.name;
    if (path !== lastGitDirectory) {
      lastGitDirectory = path;
      entries.add(tagAt(path, entry.class), path.normalize('NFC'), () => ({ entryName: path }));
    }
  };
}

function isUploadClass(name: EntryClass): name is EntryClass & UploadClass {
  return TAGS.has(name);
}

function tagAt(path: string, entryClass: UploadClass): number {
  return TAGS.get(uploadClassAt(path, entryClass)) ?? 0;
}

function takeClaims({ kind, entryName, records }: RecordBatch, claims: NameSide): void {
  const rows = (isRecordKind(kind) ? CLAIMS[kind] : undefined) ?? [];
  for (const { path, class: entryClass } of rows) {
    const way = parsePath(path);
    for (const { value, index } of records) {
      followPath(value, way, (address, at) => {
        // Other URLs refer to data that exports do not contain.
        if (address.startsWith(ROOT)) {
          const place = () => ({ ...placeOfRecord(entryName, index, value), pointer: pointerOf(path, at) });
          // File systems and packers change the form of characters.
          const name = withoutEndSlashes(address.slice(ROOT.length)).normalize('NFC');
          claims.add(tagAt(name, entryClass), name, place);
        }
      });
    }
  }
}

function settle(claims: NameSide, entries: NameSide, report: (finding: Finding) => void): UploadTally {
  const tally = { missing: 0, excluded: 0, unclaimed: 0 };
  const absent = claims.unmatched();
  const unclaimed = entries.unmatched();
  UPLOAD_CLASSES.forEach((row, tag) => {
    const { one, several } = row.words;
    const isUpload = row.class !== 'git' && row.class !== 'wiki';
    const isExcluded = !entries.hasAny(tag);
    const absentCount = absent[tag]?.count ?? 0;
    const unclaimedCount = unclaimed[tag]?.count ?? 0;
    tally[isExcluded ? 'excluded' : 'missing'] += isUpload ? absentCount : 0;
    tally.unclaimed += isUpload ? unclaimedCount : 0;
    reportUnmatched(absent[tag], isExcluded, {
      ofAll: () =>
        report(
          createFinding(row.excluded, `The archive has no ${several}, but its records name ${absentCount}`),
        ),
      ofOne: (file) => report(createFinding(row.missing, describeMissing(one, file), file.place)),
      ofMore: () => report(createFinding(row.missing, `Records name ${several} that are not in the archive`)),
    });
    reportUnmatched(unclaimed[tag], !claims.hasAny(tag), {
      ofAll: () =>
        report(
          createFinding(
            row.unclaimed,
            `The archive has ${unclaimedCount} ${unclaimedCount === 1 ? one : several} that no record names`,
          ),
        ),
      ofOne: ({ path, place }) =>
        report(createFinding(row.unclaimed, `No record names the ${one} ${quoteText(path)}`, place)),
      ofMore: () => report(createFinding(row.unclaimed, `The archive has ${several} that no record names`)),
    });
  });
  return tally;
}

/** Reports names without a counterpart: all together, one by name, or one whose name was not kept. */
interface Reports {
  readonly ofAll: () => void;
  readonly ofOne: (file: NamedFile) => void;
  readonly ofMore: () => void;
}

function reportUnmatched(unmatched: Unmatched | undefined, isAtOnce: boolean, reports: Reports): void {
  if (unmatched === undefined || unmatched.count === 0) {
    return;
  }
  if (isAtOnce) {
    reports.ofAll();
    return;
  }
  unmatched.examples.forEach(reports.ofOne);
  for (let reported = unmatched.examples.length; reported < unmatched.count; reported += 1) {
    reports.ofMore();
  }
}

function describeMissing(word: string, { path, place }: NamedFile): string {
  const subject = place.url === undefined ? 'A record' : quoteText(place.url);
  return `${subject} names the ${word} ${quoteText(path)}, which is not in the archive`;
}

/** The name of a file, and where it was found. */
interface NamedFile {
  readonly path: string;
  readonly place: Pick<Finding, 'entryName' | 'recordIndex' | 'url' | 'pointer'>;
}

/** Names of one class without a counterpart. */
interface Unmatched {
  readonly count: number;
  /** The first of them. */
  readonly examples: readonly NamedFile[];
}

/** One side of a comparison of names: those that records refer to, or those of entries. */
interface NameSide {
  readonly table: SpillingTable;
  /** Adds a name; `tag` is the number of its class. */
  add(tag: number, path: string, place: () => NamedFile['place']): void;
  /** True if a name of the class was added. */
  hasAny(tag: number): boolean;
  /** The names that the other side does not have, by class. */
  unmatched(): readonly Unmatched[];
}

interface NameSideOptions extends Omit<SpillingOptions, 'payloadWords'> {
  readonly classCount: number;
  /** The other side; a function, because each side needs the other. */
  readonly other: () => NameSide;
}

/** Creates one side. Names are percent-decoded, since only some writers encode them (archive format, trap 23). */
function createNameSide({ classCount, other, ...spilling }: NameSideOptions): NameSide {
  const table = new SpillingTable({ ...spilling, payloadWords: 1 });
  const tags = Array.from({ length: classCount }, (_, tag) => tag);
  const seen = new Set<number>();
  const isMatched = (key: Fingerprint) => tags.some((tag) => other().table.has(withTag(key, tag)));
  const examples = createExampleBook<NamedFile>(isMatched);
  return {
    table,
    add(tag, path, place) {
      const key = taggedKey(decodeLeniently(path), tag);
      const at = table.insert(key) + 2;
      const count = table.words[at] ?? 0;
      table.words[at] = count + 1;
      seen.add(tag);
      if (count === 0) {
        examples.keep(key, () => ({ path, place: place() }));
      }
    },
    hasAny: (tag) => seen.has(tag),
    unmatched() {
      const anyTag = tags.reduce((mask, tag) => mask | (1 << tag), 0);
      const counts = tags.map(() => 0);
      const open = new Map<number, number>();
      for (const row of findAbsent({ wanted: table, present: other().table, accepts: () => anyTag })) {
        const tag = tagOfRow(row);
        counts[tag] = (counts[tag] ?? 0) + 1;
        if (examples.has(numberOfRow(row))) {
          open.set(numberOfRow(row), tag);
        }
      }
      const cases = [...examples.cases()];
      return counts.map((count, tag) => ({
        count,
        examples: cases.filter(([number]) => open.get(number) === tag).map(([, file]) => file),
      }));
    },
  };
}
