import type { BackupReport } from '../../backup/index.ts';
import { formatDuration, formatSize } from '../../base/index.ts';
import { pluralOfKind } from '../../model/index.ts';
import { countText } from './count-text.ts';
import { formatFindings } from './format-findings.ts';

/** What a backup came to, for people. */
export function describeBackup(report: BackupReport, durationMs: number): string {
  const kinds = Object.entries(report.counts)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) =>
      countText(count, kind.replaceAll('_', ' '), pluralOfKind(kind).replaceAll('_', ' ')),
    );
  const lines = [
    `Backup of ${report.account}: ${report.isVerified ? 'verified' : 'NOT verified'}, in ${formatDuration(durationMs)}`,
    `  exported  ${countText(report.repositories.length, 'repository', 'repositories')}: ${report.repositories.join(', ')}`,
    ...missingLines(report),
    ...report.archives.flatMap(({ path, sizeBytes, sha256 }) => [
      `  archive   ${path}`,
      `            ${formatSize(sizeBytes)}, sha256 ${sha256}`,
    ]),
    `  records   ${kinds.join(', ')}`,
    `  store     ${report.storePath}`,
    ...owedLines(report),
    formatFindings(report.findings),
  ];
  return lines.join('\n');
}

function missingLines({ missingRepositories, failedRepositories }: BackupReport): readonly string[] {
  const failed = new Set(failedRepositories);
  return missingRepositories.map((name) =>
    failed.has(name)
      ? `  FAILED    ${name}: the service cannot export it`
      : `  MISSING   ${name} was asked for and not exported`,
  );
}

function owedLines({ owed }: BackupReport): readonly string[] {
  return [
    ...owed.unlocks.map(
      ({ migrationId, repository }) =>
        `  LOCKED    ${repository}: unlock it with "satchel export unlock ${migrationId} ${repository}"`,
    ),
    ...owed.deletions.map(
      (id) => `  OWED      the service still has the archive: "satchel export delete ${id}" removes it`,
    ),
  ];
}
