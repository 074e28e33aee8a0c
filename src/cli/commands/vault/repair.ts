import type { Command } from 'commander';
import { type IdentitySettings, openingOf } from '../../../app/archive-argument.ts';
import { openNamedVault, type VaultSettings, withLockedVault } from '../../../app/vault-location.ts';
import { satchelVersion } from '../../../base/own-package.ts';
import { createRunId } from '../../../base/run-id.ts';
import type { Repair } from '../../../keeping/repair.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags/flags.ts';
import { addIdentityFlag } from '../../flags/identity-flags.ts';
import { addVaultFlag } from '../../flags/store-flags.ts';
import { jsonLine } from '../../output/json-names.ts';
import { cellText } from '../../render/cell-text.ts';
import { nameCommands } from '../../render/name-commands.ts';

interface RepairFlags extends VaultSettings, IdentitySettings {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `satchel vault repair`: repairs what can be repaired from local data. */
export function defineRepair(command: Command, context: CommandContext): void {
  addVaultFlag(command);
  addFlag(command, '-n, --dry-run', 'show what would be done, and do nothing');
  addIdentityFlag(command);
  addHelpEnd(command, ['vault repair --vault ~/work --dry-run', 'vault repair --vault ~/work']);
  command.action(async (flags: RepairFlags) => {
    const { repairVault } = await import('../../../keeping/repair-vault.ts');
    const vault = await openNamedVault(flags, context, { isRepair: true });
    const isDryRun = flags.dryRun === true;
    const opening = await openingOf(flags);
    const isJson = flags.json === true;
    const repairs = await withLockedVault(vault, 'satchel vault repair', () =>
      repairVault({
        vault,
        run: createRunId(context.clock, context.random),
        isDryRun,
        opening,
        satchelVersion: satchelVersion(),
        clock: context.clock,
        random: context.random,
        searchPath: context.env['PATH'] ?? '',
        signal: context.signal,
        onRepair: (repair) => void (isJson || context.stdout.write(`${describe(repair)}\n`)),
      }),
    );
    if (isJson) {
      context.stdout.write(jsonLine({ isDryRun, repairs }));
    } else if (repairs.length === 0) {
      context.stdout.write('Nothing was found that can be repaired\n');
    }
    context.endWith(repairs.some(({ result }) => result === 'impossible') ? 'verification' : 'done');
  });
}

const WORDS = { done: 'repaired', planned: 'would repair', impossible: 'NOT repaired' } as const;

function describe({ path, found, remedy, result }: Repair): string {
  const what = remedy === undefined ? '' : `\n              ${remedy}`;
  return `${WORDS[result].padEnd(12)}  ${cellText(path)}\n              ${cellText(nameCommands(found))}${what}`;
}
