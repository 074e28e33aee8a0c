import { withoutNickname } from '../describe-schedule.ts';
import { systemZoneName } from '../zone-time.ts';
import { readCronFields } from './cron-fields.ts';
import { commandOf, type UnitFile, type UnitPlan } from './unit-plan.ts';

/** Around our lines in a crontab, so that they can be replaced later. */
export const CRONTAB_MARKS = { begin: '# satchel: begin', end: '# satchel: end' } as const;

/** A line for each schedule of each job. */
export function crontabLines(plan: UnitPlan): readonly UnitFile[] {
  const lines = plan.jobs.flatMap((job) => [
    '',
    ...(job.timeZone === systemZoneName()
      ? []
      : [
          `# Times are of ${job.timeZone}. cronie reads CRON_TZ; cron of Debian does not: there, convert the times.`,
          `CRON_TZ=${job.timeZone}`,
        ]),
    ...job.schedules.map((schedule) => {
      readCronFields(schedule); // Refuses what cron has no word for.
      const fields = withoutNickname(schedule.trim()).split(/\s+/).slice(-5).join(' ');
      return `${fields} ${shellLine(plan, job.name)}`;
    }),
  ]);
  const content = [
    CRONTAB_MARKS.begin,
    '# Written by "satchel schedule install --cron". cron makes up for nothing that it missed, and mails what is printed:',
    '# that is what went wrong.',
    ...lines,
    CRONTAB_MARKS.end,
    '',
  ];
  return [{ name: 'crontab', content: content.join('\n') }];
}

/** The lines of a crontab with ours in it, in the place of those that were there before. */
export function withCrontabLines(crontab: string, lines: string): string {
  const [before = '', rest] = crontab.split(`${CRONTAB_MARKS.begin}\n`);
  const after = rest?.split(`${CRONTAB_MARKS.end}\n`)[1] ?? '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  return `${before}${gap}${lines}${after}`;
}

/** cron takes `%` for the end of a line, wherever it stands. */
function shellLine(plan: UnitPlan, job: string): string {
  const file = quote(plan.environmentFile);
  const command = commandOf(plan, job).map(quote).join(' ');
  return `set -a; [ -r ${file} ] && . ${file}; exec ${command}`.replaceAll('%', '\\%');
}

function quote(word: string): string {
  return /^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
