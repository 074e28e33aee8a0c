import { noteTo } from '../../app/context.ts';
import type { CopyReport } from '../../keeping/copy-vault.ts';
import { type KeyOptions, openingOf } from './read-archive.ts';
import { type ReportOptions, reportFor } from './reports.ts';
import { type Surroundings, withDefaults } from './surroundings.ts';

/** How to copy a vault. */
export interface CopyOptions extends Surroundings, KeyOptions, ReportOptions {
  /** Public keys of age that a new copy is encrypted for; default: those of the original. */
  readonly recipients?: readonly string[] | undefined;
  /** Says what would be copied, and copies nothing. */
  readonly isDryRun?: boolean | undefined;
}

/**
 * Copies what another vault does not have, between directories and object storage (`s3://BUCKET/PREFIX`). The copy is
 * created if it does not exist. Throws a `Failure`: `absent`, `locked`, `key-missing`; single archives that could not be
 * copied are in the report.
 */
export async function copyVault(from: string, to: string, options: CopyOptions = {}): Promise<CopyReport> {
  const { isDryRun = false, recipients, identityFiles } = options;
  const { onReport } = reportFor(options);
  const context = withDefaults(options);
  const [{ openCopySource, openCopyTarget }, copying] = await Promise.all([
    import('../../keeping/copy-ends.ts'),
    import('../../keeping/copy-vault.ts'),
  ]);
  const { decrypt } = await openingOf({ identityFiles });
  const onWait = noteTo(onReport);
  const ends = { ...context, decrypt, encryption: recipients, onWait };
  const source = await openCopySource(from, ends);
  try {
    const target = await openCopyTarget(to, { ...ends, source, create: !isDryRun });
    try {
      return await copying.copyVault({
        from: source,
        to: target,
        decrypt,
        isDryRun,
        signal: context.signal,
        onEvent: ({ type, ...fields }) => onReport?.({ level: 'debug', type, fields }),
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
