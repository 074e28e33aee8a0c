import { uncapitalized } from '../base/text-ends.ts';
import { Failure } from '../model/failure.ts';
import type { FindingTally } from '../model/findings.ts';
import type { ArchiveEvent, EntryClass } from './archive-event.ts';
import { textMember } from './archive-tally.ts';

/** What an archive is made for. Folders of source code may have logs and a schema.json too. */
const CONTENT: ReadonlySet<EntryClass> = new Set([
  'records',
  'git',
  'attachment',
  'repository_file',
  'release_asset',
  'audit_log',
]);

/** Whether an event shows that a migration wrote the archive; an empty export has at least a schema.json with a version. */
export function isMigrationContent(event: ArchiveEvent): boolean {
  return event.type === 'document'
    ? textMember(event.value, 'version') !== undefined
    : event.type === 'entry' && CONTENT.has(event.entry.class);
}

interface Judged {
  /** What is refused: `load the archive "NAME"`. */
  readonly aim: string;
  /** Whether any event was `isMigrationContent`. */
  readonly hasContent: boolean;
  readonly findings: readonly FindingTally[];
}

/** Fails with `not-an-archive` if a file or folder, or one of the parts of an export, has nothing of a migration. */
export function refuseForeign({ aim, hasContent, findings }: Judged): void {
  const foreign = findings.find(({ code }) => code === 'archive-foreign')?.examples[0];
  if (!hasContent || foreign !== undefined) {
    const found = foreign?.message ?? 'it contains nothing that a migration writes';
    throw new Failure('not-an-archive', `Cannot ${aim}: ${uncapitalized(found)}`);
  }
}
