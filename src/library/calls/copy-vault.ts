import { noteTo } from '../../app/context.ts';
import { reportCopying } from '../../app/report-vault-work.ts';
import { openCopySource, openCopyTarget } from '../../keeping/copy-ends.ts';
import { type CopyReport, copyVault as copyBetween } from '../../keeping/copy-vault.ts';
import { inTurn } from './change-vault.ts';
import { pathOf, requireOptions } from './check-arguments.ts';
import { KEYS, type KeyOptions, openingOf } from './read-archive.ts';
import type { CopyEvent } from './reported-events.ts';
import { REPORTS, type ReportOptions, reportFor } from './reports.ts';
import { FLAG, listOf, type ShapesOf, TEXT } from './shapes.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/** How to copy a vault. */
export interface CopyOptions extends Surroundings, KeyOptions, ReportOptions<CopyEvent> {
  /** Public keys of age that a new copy is encrypted for; default: those of the original. */
  readonly recipients?: readonly string[] | undefined;
  /** Says what would be copied, and copies nothing. */
  readonly isDryRun?: boolean | undefined;
}

const COPYING: ShapesOf<CopyOptions> = {
  ...SURROUNDINGS,
  ...KEYS,
  ...REPORTS,
  recipients: listOf(TEXT),
  isDryRun: FLAG,
};

/**
 * Copies what another vault does not have, between directories and object storage (`s3://BUCKET/PREFIX`). The copy is
 * created if it does not exist. Throws a `Failure`: `absent`, `locked`, `key-missing`; single archives that could not be
 * copied are in the report.
 *
 * @example
 * await copyVault('work', 's3://backups/work', { signal });
 */
export async function copyVault(
  from: string | URL,
  to: string | URL,
  options: CopyOptions = {},
): Promise<CopyReport> {
  requireOptions('copy the vault', options, { known: COPYING });
  const [original, copy] = [pathOf('copy the vault', from), pathOf('copy the vault', to)];
  const { isDryRun = false, recipients, identityFiles } = options;
  const reports = reportFor(options);
  const context = withDefaults(options);
  const { decrypt } = await openingOf({ identityFiles });
  const onWait = noteTo(reports.onReport);
  const ends = { ...context, decrypt, encryption: recipients, onWait };
  return await inTurn([original, copy], options.signal, async () => {
    const source = await openCopySource(original, ends);
    try {
      const target = await openCopyTarget(copy, { ...ends, source, create: !isDryRun });
      try {
        return await copyBetween({
          from: source,
          to: target,
          decrypt,
          isDryRun,
          signal: context.signal,
          onEvent: reportCopying(reports, isDryRun),
        });
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  });
}
