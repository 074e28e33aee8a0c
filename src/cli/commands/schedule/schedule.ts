import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { addStep } from '../reading/add-step.ts';
import { defineScheduleInstall } from './install.ts';
import { defineScheduleList } from './list.ts';
import { defineScheduleRun } from './run.ts';

/** `satchel schedule …`: backups without anybody who remembers them. */
export function defineSchedule(command: Command, context: CommandContext): void {
  defineScheduleRun(addStep(command, 'run', 'run the jobs of the configuration when they are due'), context);
  defineScheduleList(addStep(command, 'list', 'say when the jobs run next'), context);
  defineScheduleInstall(
    addStep(command, 'install', 'write the files of systemd, cron, launchd or Kubernetes'),
    context,
  );
  addHelpEnd(command, ['schedule list', 'schedule run', 'schedule install --systemd --write']);
}
