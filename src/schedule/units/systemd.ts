import type { ScheduledJob } from '../scheduled-job.ts';
import { commandOf, type UnitFile, type UnitPlan, unitNameOf } from '../unit-plan.ts';
import { type CronFields, readCronFields } from './cron-fields.ts';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/**
 * Denies access to everything that a backup does not need. Omitted on purpose: MemoryDenyWriteExecute, because V8
 * compiles code in memory, and PrivateNetwork, because the service is on the network.
 */
const HARDENING = `NoNewPrivileges=yes
LockPersonality=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
CapabilityBoundingSet=
UMask=0077`;

/** A template service for all jobs, and a timer for each. */
export function systemdUnits(plan: UnitPlan): readonly UnitFile[] {
  return [
    { name: `satchel-${plan.id}@.service`, content: serviceOf(plan) },
    ...plan.jobs.map((job) => ({ name: `${unitNameOf(plan, job.name)}.timer`, content: timerOf(plan, job) })),
  ];
}

function serviceOf(plan: UnitPlan): string {
  const writable = plan.writable.map((path) => `-${quoteWord(escapePercent(path))}`).join(' ');
  return `[Unit]
Description=Satchel backup of the job %i in ${escapePercent(plan.configPath)}
Documentation=man:systemd.timer(5)
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
ExecStart=${commandOf(plan, '%i').map(quote).join(' ')}
EnvironmentFile=-${escapePercent(plan.environmentFile)}
# 3: done, with warnings. 143: stopped by systemd; the next run resumes.
SuccessExitStatus=3 143
TimeoutStartSec=infinity
TimeoutStopSec=90s
KillSignal=SIGTERM
Nice=10
IOSchedulingClass=idle
${plan.isSystemWide ? '# Without it the job runs as root: name the user who owns the vault.\n# User=satchel\n' : '# In a unit of a user, the rest needs a user namespace.\nPrivateUsers=yes\n'}ReadWritePaths=${writable}
${HARDENING}
`;
}

function timerOf(plan: UnitPlan, job: ScheduledJob): string {
  const calendar = job.schedules.flatMap((schedule) => calendarLines(readCronFields(schedule), job.timeZone));
  const jitter = job.jitterMs > 0 ? `RandomizedDelaySec=${Math.ceil(job.jitterMs / 1_000)}s\n` : '';
  return `[Unit]
Description=When Satchel runs the job ${job.name}: ${job.schedules.join(', ')}

[Timer]
${calendar.map((line) => `OnCalendar=${line}`).join('\n')}
AccuracySec=1s
${jitter}Persistent=${job.catchesUp ? 'yes' : 'no'}
Unit=satchel-${plan.id}@${job.name}.service

[Install]
WantedBy=timers.target
`;
}

/**
 * Converts an expression to calendar events. In cron, a day must match the date *or* the weekday if both are given
 * (POSIX, crontab); a calendar event requires both, so two lines are needed.
 */
function calendarLines(
  { seconds, minutes, hours, days, months, weekdays }: CronFields,
  zone: string,
): readonly string[] {
  const list = (values: readonly number[] | undefined) =>
    values === undefined ? '*' : values.map((value) => String(value).padStart(2, '0')).join(',');
  const time = `${list(hours)}:${list(minutes)}:${list(seconds)}`;
  const named = weekdays === undefined ? '' : `${weekdays.map((day) => WEEKDAYS[day]).join(',')} `;
  const lineOf = (weekday: string, day: string) => `${weekday}*-${list(months)}-${day} ${time} ${zone}`;
  return days !== undefined && weekdays !== undefined
    ? [lineOf('', list(days)), lineOf(named, '*')]
    : [lineOf(named, list(days))];
}

/** Escapes quotes, `%` and `$`, which are special in command lines of systemd, except for `%i`. */
function quote(word: string): string {
  return quoteWord(word === '%i' ? word : escapePercent(word).replaceAll('$', '$$$$'));
}

/** In paths, systemd replaces `%` and what follows, but no `$`. */
function escapePercent(text: string): string {
  return text.replaceAll('%', '%%');
}

function quoteWord(word: string): string {
  return /^[\w%./:@=+-]+$/.test(word) ? word : `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
