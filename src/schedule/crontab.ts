import { shellWord } from '../base/terminal-text.ts';
import { Failure } from '../model/failure.ts';
import { systemZoneName } from './run-times.ts';
import { commandWithVariables, type UnitFile, type UnitPlan } from './unit-plan.ts';
import { convertZone } from './units/convert-zone.ts';
import { formatCronFields, readCronFields } from './units/cron-fields.ts';

/** Enclose the lines of a configuration in a crontab, so that they, and no others, can be replaced later. */
function marksOf({ id }: Pick<UnitPlan, 'id'>) {
  return { begin: `# satchel: begin ${id}`, end: `# satchel: end ${id}` };
}

/**
 * A line for each schedule of each job. Times of other zones are converted if the difference between the zones is
 * constant, because Debian's cron does not support time zones. Otherwise, CRON_TZ is set for cronie, and reset
 * afterwards.
 */
export function crontabLines(plan: UnitPlan): readonly UnitFile[] {
  const zone = systemZoneName();
  const { begin, end } = marksOf(plan);
  const entries = plan.jobs.flatMap((job) =>
    job.schedules.map((schedule) => {
      const fields = readCronFields(schedule); // Fails for what cron cannot express.
      const converted = convertZone(fields, { from: job.timeZone, to: zone })?.map(formatCronFields);
      return { job, text: formatCronFields(fields), converted };
    }),
  );
  const plain = entries.flatMap(({ job, converted = [] }) =>
    converted.map((text) => `${text} ${shellLine(plan, job.name)}`),
  );
  const zoned = entries.flatMap(({ job, text, converted }) =>
    converted === undefined ? [`CRON_TZ=${job.timeZone}`, `${text} ${shellLine(plan, job.name)}`] : [],
  );
  const content = [
    begin,
    `# Of ${plan.configPath}`,
    '# Written by "satchel schedule install --cron". cron does not catch up on missed runs. It mails the output of runs,',
    '# which is empty unless something went wrong.',
    ...(plain.length === 0 ? [] : ['', `# Times in ${zone}, the time zone of this machine.`, ...plain]),
    ...(zoned.length === 0
      ? []
      : [
          '',
          `# CAUTION: the clocks of these time zones do not change together with those of ${zone}. cronie supports CRON_TZ; the cron`,
          '# of Debian and Ubuntu does not, and runs these lines at the wrong hour: use systemd, or "satchel schedule run" there.',
          ...zoned,
          `CRON_TZ=${zone}`,
        ]),
    end,
    '',
  ];
  return [{ name: 'crontab', content: content.join('\n') }];
}

/**
 * Adds the lines of a configuration to a crontab, or replaces them. A CRON_TZ that was set before still applies to the
 * lines after them. Fails (`usage`) if its marks are not in pairs: it would be unclear which lines are ours.
 */
export function withCrontabLines(crontab: string, lines: string, plan: Pick<UnitPlan, 'id'>): string {
  const { begin, end } = marksOf(plan);
  const ours = new RegExp(`^${begin}\n(?:(?!${begin}$).*\n)*?${end}(?:\n|$)`, 'gm');
  const at = crontab.search(ours);
  const before = at === -1 ? crontab : crontab.slice(0, at);
  const after = at === -1 ? '' : crontab.slice(at).replace(ours, '');
  const stray = `${before}\n${after}`.split('\n').find((line) => line === begin || line === end);
  if (stray !== undefined) {
    throw new Failure('usage', `Cannot change the crontab: the line "${stray}" has no counterpart`, {
      hint: 'Remove that line, and the lines of Satchel next to it, with "crontab -e"',
    });
  }
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  const former = [...before.matchAll(/^[ \t]*CRON_TZ[ \t]*=[ \t]*(.*)$/gm)].at(-1)?.[1];
  return `${before}${gap}${former === undefined ? lines : withinZone(lines, former, plan)}${after}`;
}

function withinZone(lines: string, former: string, plan: Pick<UnitPlan, 'id'>): string {
  const { begin, end } = marksOf(plan);
  return lines
    .replace(`${begin}\n`, () => `${begin}\nCRON_TZ=${systemZoneName()}\n`)
    .replace(`${end}\n`, () => `CRON_TZ=${former}\n${end}\n`);
}

/** In a crontab, `%` means the end of a line unless it is escaped, even inside of quotes. */
function shellLine(plan: UnitPlan, job: string): string {
  return `exec ${commandWithVariables(plan, job).map(shellWord).join(' ')}`.replaceAll('%', '\\%');
}
