import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { defineSteps } from '../../steps.ts';
import { defineDelete } from './delete.ts';
import { defineDownload } from './download.ts';
import { defineList } from './list.ts';
import { defineRepos } from './repos.ts';
import { defineStart } from './start.ts';
import { defineStatus } from './status.ts';
import { defineUnlock } from './unlock.ts';
import { defineWait } from './wait.ts';

/** The single steps of an export, each with its summary. */
const STEPS = [
  { name: 'start', summary: 'start a migration', define: defineStart },
  { name: 'list', summary: 'list the migrations that the service remembers', define: defineList },
  { name: 'status', summary: 'show one migration', define: defineStatus },
  {
    name: 'repos',
    summary: 'list the repositories of a migration, or all that can be exported',
    define: defineRepos,
  },
  { name: 'wait', summary: 'wait until a migration has been exported', define: defineWait },
  {
    name: 'download',
    summary: 'download the archive of a migration, and check that it is complete',
    define: defineDownload,
  },
  { name: 'delete', summary: 'delete the archive of a migration at the service', define: defineDelete },
  { name: 'unlock', summary: 'unlock repositories that a migration locked', define: defineUnlock },
] as const;

/** `satchel export …`: the steps of an export by migration id. */
export function defineExport(command: Command, context: CommandContext): void {
  defineSteps(command, STEPS, context);
  addHelpEnd(command, [
    'export start --repository acme/rocket',
    'export wait 7',
    'export download 7 --output rocket.tar.gz',
  ]);
}
