import type { JsonObject } from '../base/index.ts';
import { type FindingTally, pluralOfKind, writtenField } from '../model/index.ts';
import type { ArchiveEvent, ContainerSummary } from './archive-event.ts';
import { createArchiveTally, textMember } from './archive-tally.ts';
import { createFileTallies, type FileTally, type GitDirectoryTally } from './file-tallies.ts';
import { type Exporter, guessExporter } from './guess-exporter.ts';
import { createRepositoryTallies, type RepositoryTally } from './repository-tallies.ts';
import { createTimeRange } from './time-range.ts';

/** What an archive holds. */
export interface InspectReport {
  /** The version that schema.json names, or undefined where there is none. */
  readonly formatVersion: string | undefined;
  readonly exporter: Exporter;
  readonly container: ContainerSummary;
  readonly kinds: readonly InspectedKind[];
  readonly repositories: readonly RepositoryTally[];
  readonly gitDirectories: readonly GitDirectoryTally[];
  readonly attachments: FileTally;
  readonly repositoryFiles: FileTally;
  readonly releaseAssets: FileTally;
  /** The earliest and latest `created_at` of all records, in UTC; undefined without any. */
  readonly created: { readonly from: string; readonly to: string } | undefined;
  readonly findings: readonly FindingTally[];
}

/** One kind of record in an archive. */
export interface InspectedKind extends FileTally {
  readonly kind: string;
  /** The word for several, as it stands in tables. */
  readonly plural: string;
  readonly recordCount: number;
  readonly rejectedCount: number;
}

/** Inspects an archive from its events, beside whatever else is done with them. */
export interface Inspection {
  observe(event: ArchiveEvent): void;
  /** What is known so far; final after the `end` event. */
  report(): InspectReport;
}

/** Creates an inspection of one archive. */
export function createInspection(): Inspection {
  const tally = createArchiveTally();
  const files = createFileTallies();
  const repositories = createRepositoryTallies();
  const created = createTimeRange();
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
