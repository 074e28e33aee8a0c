import type { BackupEvent } from '../backup/backup-event.ts';
import type { BackupReport } from '../backup/backup-report.ts';
import type { CloneReport } from '../backup/clone-work.ts';
import { formatDuration } from '../base/durations.ts';
import { utcSeconds } from '../base/run-id.ts';
import { countText, formatSize } from '../base/sizes.ts';
import { describeLfs } from '../keeping/lfs-report.ts';
import { CAPTURES, type CaptureName } from '../model/captures.table.ts';
import { nothingMissing } from '../model/comparison-words.ts';
import type { MigrationId } from '../model/migrations.ts';
import type { CaptureCounts } from '../store/write-capture.ts';
import type { AppContext } from './context.ts';
import { reportLoading } from './load-progress.ts';
import { reportTransfer } from './transfer-progress.ts';

type EventOf<Type extends BackupEvent['type']> = Extract<BackupEvent, { readonly type: Type }>;

/** Creates a listener that reports the progress of a backup, with sentences for people. */
export function reportBackup(context: Pick<AppContext, 'clock' | 'onReport'>): (event: BackupEvent) => void {
  const { clock, onReport } = context;
  const downloads = new Map<MigrationId, ReturnType<typeof reportTransfer>>();
  let showLoading: ReturnType<typeof reportLoading> | undefined;
  const downloadOf = (migrationId: MigrationId) => {
    const shown =
      downloads.get(migrationId) ??
      reportTransfer('Downloading', {
        clock,
        onReport: (report) => onReport?.({ ...report, fields: { migrationId, ...report.fields } }),
      });
    downloads.set(migrationId, shown);
    return shown;
  };
  return (event) => {
    const { type, ...fields } = event;
    switch (event.type) {
      case 'waiting': {
        const askedMs = clock.now();
        const text = () => waitingText(event, clock.now() - askedMs);
        return onReport?.({ level: 'debug', type, fields, text });
      }
      case 'downloading':
        return downloadOf(event.migrationId)(event.doneBytes, event.totalBytes);
      case 'loading':
      case 'read':
        showLoading ??= reportLoading(context);
        return showLoading(event);
      case 'lfs-fetching':
        return onReport?.({ level: 'debug', type, fields, text: fetchingText(event) });
      case 'captured': {
        const level = event.counts === undefined ? 'warn' : 'info';
        return onReport?.({ level, type, fields, text: sentenceOf(event) });
      }
      case 'started':
        return onReport?.({ level: 'info', type, fields, text: startedText(event, clock.now()) });
      default:
        return onReport?.({ level: 'info', type, fields, text: sentenceOf(event) });
    }
  };
}

const ORIGIN_WORDS = {
  started: 'started',
  found: 'found running',
  named: 'used, as requested',
  known: 'resumed',
} as const satisfies Record<Exclude<EventOf<'started'>['origin'], 'adopted'>, string>;

function startedText({ migrationId, origin, createdAt, isLocking }: EventOf<'started'>, nowMs: number) {
  const age = formatDuration(Math.max(0, nowMs - Date.parse(createdAt)));
  const words =
    origin === 'adopted'
      ? `reused: the service already had one for the same request, ${age} old; a fresh backup starts a new one`
      : ORIGIN_WORDS[origin];
  const lock = isLocking ? '; its repositories are locked until it has finished' : '';
  return `Migration ${migrationId} ${words}${lock}`;
}

function sentenceOf(
  event: Exclude<
    BackupEvent,
    EventOf<'downloading' | 'lfs-fetching' | 'loading' | 'read' | 'started' | 'waiting'>
  >,
): string {
  switch (event.type) {
    case 'account':
      return `Account ${event.login}`;
    case 'resumed':
      return `Resuming the backup that began at ${event.began}`;
    case 'repositories':
      return `Exporting ${countText(event.asked.length, 'repository', 'repositories')}`;
    case 'trouble':
      return event.nextPollMs === undefined
        ? `${event.message}; continuing`
        : `${event.message}; retrying in ${formatDuration(event.nextPollMs)}`;
    case 'part-failed':
      return event.repositories === 1
        ? `${event.message}; the repository is skipped`
        : `${event.message}; its ${event.repositories} repositories are exported in two halves`;
    case 'unlocked':
      return `Unlocked ${countText(event.repositories.length, 'repository', 'repositories')} of migration ${event.migrationId}`;
    case 'not-locked':
      return `Not locked, or this token cannot see it: ${event.repositories.join(', ')} of migration ${event.migrationId}; unlock the migration again with a token that can`;
    case 'downloaded':
      return `Downloaded ${formatSize(event.sizeBytes)}, complete`;
    case 'loaded':
      return `Loaded ${countText(event.records, 'record')}`;
    case 'captured':
      return event.counts === undefined
        ? `${event.trouble}; continuing`
        : `${captureSentence(event.name, event.counts)} (${event.of})`;
    case 'cloned':
      return [
        cloneSentence(event),
        ...cloneNotes(event),
        ...event.failed.map(({ of, trouble }) => `Cannot clone ${of}: ${trouble}`),
      ].join('\n');
    case 'lfs-kept':
      return describeLfs(event);
    case 'compared':
      return describeCompared(event);
    case 'encrypted':
      return `Encrypted for ${countText(event.recipients, 'recipient')}`;
    case 'forgotten':
      return `Removed ${event.archive}: no rule keeps it`;
    case 'owed':
      return owedText(event);
    case 'archive-deleted':
      return `Deleted the archive of migration ${event.migrationId} at the service`;
  }
}

/** How far the files of a repository in Git LFS are, as a sentence without a final period. */
export function fetchingText({ repository, done, wanted }: EventOf<'lfs-fetching'>): string {
  return `Fetched ${done} of ${countText(wanted, 'file')} of ${repository} in Git LFS`;
}

function describeCompared({ isComplete, checks }: EventOf<'compared'>): string {
  const known = checks.filter(({ result }) => result !== 'unknown').length;
  const bad = checks.filter(({ result }) => result === 'incomplete').map(({ summary }) => summary);
  return isComplete ? `Complete: ${nothingMissing(known)}` : `NOT complete: ${bad.join('; ')}`;
}

function owedText({ unlocks, deletions }: EventOf<'owed'>): string {
  const locked = unlocks.map(({ repository }) => repository).join(', ');
  return [
    ...(unlocks.length === 0
      ? []
      : [`Still locked: ${locked}. The next run unlocks them once their migration has finished`]),
    ...deletions.map((id) => `The service still has the archive of migration ${id}. The next run deletes it`),
  ].join('\n');
}

/** The remaining time is unknown, but the journal knows how long migrations usually take. */
function waitingText(
  { migrationId, state, elapsedMs, usualMs }: EventOf<'waiting'>,
  sinceMs: number,
): string {
  const usual = usualMs === undefined ? '' : `; it usually takes ${formatDuration(usualMs)}`;
  return `Migration ${migrationId}: ${state} after ${formatDuration(elapsedMs + sinceMs)}${usual}`;
}

/** The result of a capture, as a sentence without a final period. */
export function captureSentence(name: CaptureName, { added, changed, unchanged }: CaptureCounts): string {
  const total = countCaptured(added + changed + unchanged, name);
  return `Captured ${total}: ${added} new, ${changed} changed, ${unchanged} as before`;
}

function countCaptured(count: number, name: CaptureName): string {
  const [one, several] = CAPTURES[name].nouns ?? [name.slice(0, -1), name];
  return countText(count, one, several);
}

/** Warnings about clones, without final periods. */
export function cloneNotes({ emptied, replaced }: CloneReport): readonly string[] {
  return [
    ...emptied.map(
      (of) =>
        `${of} has no branches any more at the service; the clone keeps the former ones in refs/satchel`,
    ),
    ...replaced.map(
      (of) =>
        `The clone of ${of} was damaged and is cloned again; the damaged one is in the folder "damaged"`,
    ),
  ];
}

/** What a backup cloned of a list, as a sentence without a final period. */
export function cloneSentence({ name, cloned, updated, unchanged, failed }: CloneReport): string {
  const total = countCaptured(cloned + updated + unchanged, name);
  const failures = failed.length === 0 ? '' : `, ${failed.length} FAILED`;
  return `Cloned ${total}: ${cloned} new, ${updated} updated, ${unchanged} as before${failures}`;
}

/** When the data was taken, and whether that was before the run. */
export function takenText({
  takenAt,
  isFromEarlier,
}: Pick<BackupReport, 'takenAt' | 'isFromEarlier'>): string {
  const time = utcSeconds(Date.parse(takenAt));
  return isFromEarlier ? `${time}, by a migration from before this run` : time;
}
