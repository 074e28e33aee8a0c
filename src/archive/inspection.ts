import type { JsonObject, Open } from '../base/json.ts';
import { utcSeconds } from '../base/run-id.ts';
import type { FindingTally } from '../model/findings.ts';
import { pluralOfKind } from '../model/record-kind.ts';
import type { RecordKind } from '../model/record-kinds.table.ts';
import { writtenField } from '../model/writer-variations.ts';
import type { ArchiveEntry, ArchiveEvent, ContainerSummary, EntryClass } from './archive-event.ts';
import { createArchiveTally, textMember } from './archive-tally.ts';
import { gitDirectoryOf } from './entry-name.ts';
import { type Exporter, guessExporter } from './guess-exporter.ts';
import { createRepositoryTallies, type RepositoryTally } from './repository-tallies.ts';

/** The content of an archive. */
export interface InspectReport {
  /** The version in schema.json; undefined if there is none. */
  readonly formatVersion: string | undefined;
  readonly exporter: Exporter;
  readonly container: ContainerSummary;
  readonly kinds: readonly InspectedKind[];
  readonly repositories: readonly RepositoryTally[];
  readonly gitDirectories: readonly GitDirectoryTally[];
  readonly attachments: FileTally;
  readonly repositoryFiles: FileTally;
  readonly releaseAssets: FileTally;
  /** The earliest and latest `created_at` of all records, in UTC; undefined if there is none. */
  readonly created: { readonly from: string; readonly to: string } | undefined;
  readonly findings: readonly FindingTally[];
}

/** One kind of record in an archive. */
export interface InspectedKind extends FileTally {
  readonly kind: Open<RecordKind>;
  /** The plural of the kind, for display. */
  readonly plural: string;
  readonly recordCount: number;
  readonly rejectedCount: number;
}

/** Inspects an archive from its events. */
export interface Inspection {
  observe(event: ArchiveEvent): void;
  /** The results so far; final after the `end` event. */
  report(): InspectReport;
}

/** @param latest as for `createTimeRange` */
export function createInspection(latest?: string): Inspection {
  const tally = createArchiveTally();
  const files = createFileTallies();
  const repositories = createRepositoryTallies();
  const created = createTimeRange(latest);
  let urlsDocument: JsonObject | undefined;
  return {
    observe(event) {
      tally.observe(event);
      if (event.type === 'entry') {
        files.count(event.entry);
      } else if (event.type === 'records') {
        repositories.count(event.batch);
        for (const { value } of event.batch.records) {
          created.add(writtenField(event.batch.kind, value, 'created_at'));
        }
      } else if (event.type === 'document' && event.entryName === 'urls.json') {
        urlsDocument = event.value;
      }
    },
    report() {
      const schemaDocument = tally.schemaDocument();
      return {
        formatVersion: textMember(schemaDocument, 'version'),
        exporter: guessExporter({ schemaDocument, urlsDocument, logNames: files.logNames() }),
        container: tally.container(),
        kinds: tally.kinds().map(([kind, counts]) => ({ kind, plural: pluralOfKind(kind), ...counts })),
        repositories: repositories.list(),
        gitDirectories: files.gitDirectories(),
        attachments: files.of('attachment'),
        repositoryFiles: files.of('repository_file'),
        releaseAssets: files.of('release_asset'),
        created: created.range(),
        findings: tally.findings(),
      };
    },
  };
}

/** Number and size of a group of files. */
export interface FileTally {
  readonly fileCount: number;
  readonly sizeBytes: number;
}

/** A bare repository in an archive. */
export interface GitDirectoryTally extends FileTally {
  /** Its path in the archive: `repositories/owner/name.git`. */
  readonly path: string;
}

/** Counts of the files that are not record files. */
export interface FileTallies {
  count(entry: ArchiveEntry): void;
  of(entryClass: EntryClass): FileTally;
  /** Sorted by path. */
  gitDirectories(): readonly GitDirectoryTally[];
  /** Names of log files of exporters. */
  logNames(): readonly string[];
}

/** Further bare repositories are counted together, because each entry of a hostile archive may name another. */
const MAX_GIT_DIRECTORIES = 100_000;
const OTHER_GIT_DIRECTORIES = 'repositories/(others)';

/** The maximum number of logs that are recorded; exporters write only one. */
const MAX_LOGS = 10;

export function createFileTallies(): FileTallies {
  const byClass = new Map<EntryClass, FileTally>();
  const byGitDirectory = new Map<string, FileTally>();
  const logs: string[] = [];
  return {
    count(entry) {
      addTo(byClass, entry.class, entry.sizeBytes);
      if (entry.class === 'git') {
        const path = gitDirectoryOf(entry.name);
        const isCounted = byGitDirectory.has(path) || byGitDirectory.size < MAX_GIT_DIRECTORIES;
        addTo(byGitDirectory, isCounted ? path : OTHER_GIT_DIRECTORIES, entry.sizeBytes);
      } else if (entry.class === 'log' && logs.length < MAX_LOGS) {
        logs.push(entry.name);
      }
    },
    of: (entryClass) => byClass.get(entryClass) ?? NO_FILES,
    gitDirectories: () =>
      [...byGitDirectory]
        .map(([path, tally]) => ({ path, ...tally }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    logNames: () => [...logs],
  };
}

const NO_FILES: FileTally = { fileCount: 0, sizeBytes: 0 };

function addTo<Key>(tallies: Map<Key, FileTally>, key: Key, sizeBytes: number): void {
  const tally = tallies.get(key) ?? NO_FILES;
  tallies.set(key, { fileCount: tally.fileCount + 1, sizeBytes: tally.sizeBytes + sizeBytes });
}

/** The earliest and latest of many timestamps, in UTC to the second. */
export interface TimeRange {
  /** Accepts a timestamp in any format that occurs in archives; ignores anything else. */
  add(timestamp: unknown): void;
  range(): { readonly from: string; readonly to: string } | undefined;
}

/** The usual format, `2020-01-31T12:00:00Z`, whose lexical order is chronological. */
const PLAIN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** The start of other formats; `Date.parse` would accept a bare number as a year. */
const DATED = /^\d{4}-\d\d-\d\d[T ]/;

/** @param latest times after this one, in UTC to the second, are only believed if there are no others */
export function createTimeRange(latest?: string): TimeRange {
  let from: string | undefined;
  let to: string | undefined;
  let future: string | undefined;
  return {
    add(timestamp) {
      const plain = typeof timestamp === 'string' ? plainOf(timestamp) : undefined;
      if (plain === undefined) {
        return;
      }
      from = from === undefined || plain < from ? plain : from;
      if (latest !== undefined && plain > latest) {
        future = future === undefined || plain > future ? plain : future;
      } else {
        to = to === undefined || plain > to ? plain : to;
      }
    },
    range() {
      const last = to ?? future;
      return from === undefined || last === undefined ? undefined : { from, to: last };
    },
  };
}

function plainOf(timestamp: string): string | undefined {
  if (PLAIN.test(timestamp)) {
    return timestamp;
  }
  const timeMs = DATED.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(timeMs) ? undefined : utcSeconds(timeMs);
}
