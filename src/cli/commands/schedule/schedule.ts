import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags/flags.ts';
import { type LazyStep, loadSteps } from '../../steps.ts';

const STEPS: readonly LazyStep[] = [
  {
    name: 'run',
    summary: 'run the jobs of the configuration on schedule',
    load: async () => (await import('./run.ts')).defineScheduleRun,
  },
  {
    name: 'list',
    summary: 'show when the jobs run next',
    load: async () => (await import('./list.ts')).defineScheduleList,
  },
  {
    name: 'install',
    summary: 'generate files for systemd, cron or launchd',
    load: async () => (await import('./install.ts')).defineScheduleInstall,
  },
];

/** `satchel schedule …`: unattended backups. */
export async function defineSchedule(
  command: Command,
  context: CommandContext,
  words?: readonly string[],
): Promise<void> {
  await loadSteps(command, STEPS, context, words);
  addHelpEnd(command, ['schedule list', 'schedule run', 'schedule install --systemd --write']);
}
