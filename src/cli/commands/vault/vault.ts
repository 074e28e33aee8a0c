import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import type { DefineCommand } from '../../define-command.ts';
import { addHelpEnd } from '../../flags.ts';
import { defineCheck } from './check.ts';
import { defineForget } from './forget.ts';
import { defineImport } from './import.ts';
import { defineList } from './list.ts';
import { definePin } from './pin.ts';
import { definePrune } from './prune.ts';
import { defineRebuild } from './rebuild.ts';
import { defineRepair } from './repair.ts';
import { defineUnpin } from './unpin.ts';

interface VaultStep {
  readonly name: string;
  readonly summary: string;
  readonly define: DefineCommand;
}

const STEPS: readonly VaultStep[] = [
  { name: 'list', summary: 'list the archives of a vault', define: defineList },
  { name: 'check', summary: 'say what is wrong with a vault', define: defineCheck },
  {
    name: 'forget',
    summary: 'remove archives by rules or by name, never the last good one',
    define: defineForget,
  },
  { name: 'prune', summary: 'remove files that nothing needs any more', define: definePrune },
  { name: 'pin', summary: 'keep an archive whatever the rules say', define: definePin },
  { name: 'unpin', summary: 'let the rules decide about an archive again', define: defineUnpin },
  {
    name: 'repair',
    summary: 'mend what is damaged from what is there: marker, journal, manifests, attachments, repositories',
    define: defineRepair,
  },
  {
    name: 'rebuild',
    summary: 'load into the store what it lacks, or make it anew where it is damaged',
    define: defineRebuild,
  },
  { name: 'import', summary: 'take in archives that are there already', define: defineImport },
];

/** `satchel vault …`: many archives in one directory. */
export function defineVault(command: Command, context: CommandContext): void {
  for (const { name, summary, define } of STEPS) {
    const step = command
      .command(name)
      .summary(summary)
      .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
    define(step, context);
  }
  addHelpEnd(command, [
    'vault list --vault ~/work',
    'vault check --vault ~/work --read-data-subset 5%',
    'vault forget --vault ~/work --keep-daily 7 --keep-monthly 12 --dry-run',
  ]);
}
