import type { JournalLine, MigrationId } from '../../model/index.ts';

/** So many of the latest migrations say what is usual. */
const LATEST_MIGRATIONS = 5;

/**
 * How long migrations of this journal took from their start until a run saw them exported, in milliseconds: the median
 * of the latest ones, or undefined where there is none. Those that a run looked at only later are no measure.
 */
export function findUsualWait(lines: readonly JournalLine[]): number | undefined {
  const startedAt = new Map<MigrationId, { readonly run: string; readonly atMs: number }>();
  const waits: number[] = [];
  for (const line of lines) {
    if (line.type === 'run-begun') {
      for (const [id, { run }] of startedAt) {
        if (run === line.run) {
          startedAt.delete(id); // Another attempt of that run.
        }
      }
    } else if (line.type === 'migration-known' && line.origin === 'started') {
      startedAt.set(line.migrationId, { run: line.run, atMs: Date.parse(line.at) });
    } else if (line.type === 'state-seen' && line.state === 'exported') {
      const started = startedAt.get(line.migrationId);
      if (started?.run === line.run) {
        waits.push(Date.parse(line.at) - started.atMs);
      }
    }
  }
  const latest = waits.slice(-LATEST_MIGRATIONS).sort((a, b) => a - b);
  return latest[Math.floor(latest.length / 2)];
}
