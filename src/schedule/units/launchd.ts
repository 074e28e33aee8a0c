import { Failure } from '../../model/failure.ts';
import { systemZoneName } from '../run-times.ts';
import type { ScheduledJob } from '../scheduled-job.ts';
import { commandWithVariables, type UnitFile, type UnitPlan } from '../unit-plan.ts';
import { convertZone } from './convert-zone.ts';
import { type CronFields, readCronFields } from './cron-fields.ts';

/** launchd needs every combination of values as a separate entry. */
const MAX_TIMES = 1_000;

/** A property list for each job, for `~/Library/LaunchAgents`. */
export function launchdAgents(plan: UnitPlan): readonly UnitFile[] {
  return plan.jobs.map((job) => ({ name: `${labelOf(plan, job)}.plist`, content: agentOf(plan, job) }));
}

/** Labels are unique among all agents of a user. */
function labelOf({ id }: UnitPlan, { name }: ScheduledJob): string {
  return `satchel.${id}.${name}`;
}

function agentOf(plan: UnitPlan, job: ScheduledJob): string {
  const words = commandWithVariables(plan, job.name).map((word) => `    <string>${escapeXml(word)}</string>`);
  const { times, isInZone } = timesOfJob(job);
  const zone = isInZone
    ? `Times are in ${systemZoneName()}, the time zone of this machine`
    : `CAUTION: launchd does not support time zones: these times are in ${job.timeZone}, but launchd uses the clock of this machine`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ${escapeXml(zone)}. After missed runs, launchd runs the job once. -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${escapeXml(labelOf(plan, job))}</string>
  <key>ProgramArguments</key>
  <array>
${words.join('\n')}
  </array>
  <key>StartCalendarInterval</key>
  <array>
${times.map(dictOf).join('\n')}
  </array>
  <key>ProcessType</key>
  <string>Background</string>
  <key>LowPriorityIO</key>
  <true/>
  <key>Umask</key>
  <integer>63</integer>
</dict>
</plist>
`;
}

interface JobTimes {
  readonly times: readonly CalendarInterval[];
  /** False if the times cannot be converted to the time zone of the machine. */
  readonly isInZone: boolean;
}

function timesOfJob({ schedules, timeZone }: ScheduledJob): JobTimes {
  const zones = { from: timeZone, to: systemZoneName() };
  const lines = schedules.map((schedule) => {
    const fields = readCronFields(schedule);
    return { schedule, fields, converted: convertZone(fields, zones) };
  });
  return {
    times: lines.flatMap(({ schedule, fields, converted = [fields] }) =>
      converted.flatMap((line) => timesOf(line, schedule)),
    ),
    isInZone: lines.every(({ converted }) => converted !== undefined),
  };
}

type CalendarInterval = Readonly<Partial<Record<'Minute' | 'Hour' | 'Day' | 'Month' | 'Weekday', number>>>;

/** All combinations of values. As in cron, a day must match the date or the weekday, so these are separate entries. */
function timesOf(
  { minutes, hours, days, months, weekdays }: CronFields,
  schedule: string,
): readonly CalendarInterval[] {
  const isEither = days !== undefined && weekdays !== undefined;
  const build = (fields: readonly (readonly [keyof CalendarInterval, readonly number[] | undefined])[]) =>
    fields.reduce<readonly CalendarInterval[]>(
      (built, [name, values]) =>
        values === undefined
          ? built
          : built.flatMap((time) => values.map((value) => ({ ...time, [name]: value }))),
      [{}],
    );
  const common = [
    ['Month', months],
    ['Hour', hours],
    ['Minute', minutes],
  ] as const;
  const times = isEither
    ? [...build([['Day', days], ...common]), ...build([['Weekday', weekdays], ...common])]
    : build([['Day', days], ['Weekday', weekdays], ...common]);
  if (times.length > MAX_TIMES) {
    throw new Failure(
      'usage',
      `Cannot convert "${schedule}" for launchd: it would need ${times.length} start times`,
    );
  }
  return times;
}

function dictOf(time: CalendarInterval): string {
  const members = Object.entries(time).map(
    ([name, value]) => `      <key>${name}</key>\n      <integer>${value}</integer>`,
  );
  return ['    <dict>', ...members, '    </dict>'].join('\n');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
