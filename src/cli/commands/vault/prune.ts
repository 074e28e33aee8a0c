import type { Command } from 'commander';
import { openNamedVault, type VaultSettings, withLockedVault } from '../../../app/vault-location.ts';
import { countText, formatSize } from '../../../base/sizes.ts';
import { pruneVault } from '../../../keeping/prune-vault.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, type CommonFlags } from '../../flags/flags.ts';
import { addVaultFlag } from '../../flags/store-flags.ts';
import { jsonLine } from '../../output/json-names.ts';
import { createReporter } from '../../output/reporter.ts';
import { cellText } from '../../render/cell-text.ts';

interface PruneFlags extends VaultSettings, CommonFlags {
  readonly dryRun?: boolean;
}

/** `satchel vault prune`: removes data that is no longer needed. */
export function definePrune(command: Command, context: CommandContext): void {
  addVaultFlag(command);
  addFlag(command, '-n, --dry-run', 'show what would be removed, and remove nothing');
  addHelpEnd(command, ['vault prune --vault ~/work --dry-run']);
  command.action(async (flags: PruneFlags) => {
    const { report: onReport, note } = createReporter(context, flags);
    const vault = await openNamedVault(flags, { ...context, onReport });
    const isDryRun = flags.dryRun === true;
    const files = await withLockedVault(vault, 'satchel vault prune', () =>
      pruneVault({
        ...{ vault, isDryRun, clock: context.clock, signal: context.signal },
        searchPath: context.env['PATH'] ?? '',
        onHold: note,
      }),
    );
    const freedBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (flags.json === true) {
      context.stdout.write(jsonLine({ isDryRun, files, freedBytes }));
      return;
    }
    const lines = files.map(
      ({ path, sizeBytes, reason }) => `  ${cellText(path)} (${formatSize(sizeBytes)}): ${reason}`,
    );
    const total = `${countText(files.length, 'file')}, ${formatSize(freedBytes)}`;
    context.stdout.write([isDryRun ? `Would remove ${total}` : `Removed ${total}`, ...lines, ''].join('\n'));
  });
}
