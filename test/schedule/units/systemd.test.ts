import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRunTimes } from '../../../src/schedule/run-times.ts';
import { UNIT_KINDS } from '../../../src/schedule/unit-kinds.table.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { unitJob, unitPlan } from '../support/unit-plan.ts';

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

const JOBS = [
  unitJob('nightly', ['30 3 * * *'], { jitterMs: 90_500 }),
  unitJob('often', ['*/20 9-17 * * 1-5', '@weekly'], { catchesUp: false, timeZone: 'America/New_York' }),
  unitJob('first', ['15 4 1,15 */2 5']),
];

const units = UNIT_KINDS.systemd.write(unitPlan(JOBS));
const contentOf = (name: string) => units.find((unit) => unit.name === name)?.content ?? '';

let folder: string;

beforeAll(() => {
  folder = temporaryFolder();
});

describe('systemdUnits()', () => {
  it('writes a service for all jobs, and a timer for each', () => {
    expect(units.map(({ name }) => name)).toEqual([
      'satchel-a1b2c3d4@.service',
      'satchel-a1b2c3d4-nightly.timer',
      'satchel-a1b2c3d4-often.timer',
      'satchel-a1b2c3d4-first.timer',
    ]);
    expect(contentOf('satchel-a1b2c3d4@.service')).toContain(
      'ExecStart=/bin/echo "/opt/my apps/main.js" schedule run --config "/home/mira/100%% mine/satchel.yaml" --job %i --quiet',
    );
    expect(contentOf('satchel-a1b2c3d4-nightly.timer')).toContain(
      'RandomizedDelaySec=91s\nPersistent=yes\nUnit=satchel-a1b2c3d4@nightly.service',
    );
    expect(contentOf('satchel-a1b2c3d4-often.timer')).toContain('Persistent=no');
  });

  it('is stopped as a backup may be, and shuts away all that a backup does not need', () => {
    const [service] = UNIT_KINDS.systemd.write(unitPlan(JOBS, { isSystemWide: true }));
    const [, ...lines] = service?.content.split('[Service]')[1]?.trim().split('\n') ?? [];
    const own = /^(?:#|ExecStart|EnvironmentFile|ReadWritePaths)/;
    const protections =
      'NoNewPrivileges LockPersonality PrivateTmp PrivateDevices ProtectClock ProtectControlGroups';
    const kernel = 'ProtectHostname ProtectKernelLogs ProtectKernelModules ProtectKernelTunables RemoveIPC';
    const restrictions = 'RestrictNamespaces RestrictRealtime RestrictSUIDSGID';
    expect(lines.filter((line) => !own.test(line)).sort()).toEqual(
      [
        ...`${protections} ${kernel} ${restrictions}`.split(' ').map((name) => `${name}=yes`),
        ...[
          'SuccessExitStatus=3 143',
          'TimeoutStartSec=infinity',
          'TimeoutStopSec=90s',
          'KillSignal=SIGTERM',
        ],
        ...[
          'Nice=10',
          'IOSchedulingClass=idle',
          'ProtectSystem=strict',
          'ProtectHome=read-only',
          'UMask=0077',
        ],
        ...[
          'ProtectProc=invisible',
          'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
          'CapabilityBoundingSet=',
        ],
        ...[
          'SystemCallArchitectures=native',
          'SystemCallFilter=@system-service',
          'SystemCallErrorNumber=EPERM',
        ],
      ].sort(),
    );
  });

  it('escapes in paths what systemd would replace, and nothing else', () => {
    const plan = unitPlan(JOBS, { environmentFile: '/home/100%n/environment', writable: ['/data/$HOME %h'] });
    const { content = '' } = UNIT_KINDS.systemd.write(plan)[0] ?? {};
    expect(content).toContain('\nEnvironmentFile=-/home/100%%n/environment\n');
    expect(content).toContain('\nReadWritePaths=-"/data/$HOME %%h"\n');
  });

  it.runIf(hasSystemd)(
    'passes systemd-analyze verify, for the machine and for a user, and is well shut away',
    () => {
      for (const isSystemWide of [true, false]) {
        const files = UNIT_KINDS.systemd.write(unitPlan(JOBS, { isSystemWide }));
        for (const { name, content } of files) {
          writeFileSync(join(folder, name), content);
        }
        writeFileSync(join(folder, 'satchel-a1b2c3d4@nightly.service'), files[0]?.content ?? '');
        const names = [
          ...JOBS.map(({ name }) => `satchel-a1b2c3d4-${name}.timer`),
          'satchel-a1b2c3d4@nightly.service',
        ];
        const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
        const paths = names.map((name) => join(folder, name));
        const verdict = spawnSync('systemd-analyze', ['verify', ...paths], { env, encoding: 'utf8' });
        expect([verdict.status, verdict.stderr]).toEqual([0, '']);
        const security = [
          'security',
          '--offline=true',
          '--threshold=30',
          join(folder, 'satchel-a1b2c3d4@nightly.service'),
        ];
        expect(spawnSync('systemd-analyze', security, { env }).status).toBe(0);
      }
    },
  );

  it.runIf(hasSystemd)('means the same times as the daemon, as systemd itself counts them', () => {
    const base = Date.UTC(2026, 3, 1);
    for (const job of JOBS) {
      const lines = contentOf(`satchel-a1b2c3d4-${job.name}.timer`).match(/(?<=OnCalendar=).*/g) ?? [];
      const bySystemd = new Set(
        lines.flatMap((line) => {
          const args = ['calendar', '--base-time=2026-04-01 00:00:00 UTC', '--iterations=40', line];
          const out = execFileSync('systemd-analyze', args, {
            encoding: 'utf8',
            env: { ...process.env, TZ: 'UTC' },
          });
          return [...out.matchAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/g)].map(([, day, time]) =>
            Date.parse(`${day}T${time}Z`),
          );
        }),
      );
      const times = readRunTimes(job.schedules, job.timeZone);
      const ours: number[] = [];
      for (let at = times.next(base - 1); at !== undefined && ours.length < 25; at = times.next(at)) {
        ours.push(at);
      }
      const first = [...bySystemd].sort((a, b) => a - b).slice(0, 25);
      expect(first.map((at) => new Date(at).toISOString())).toEqual(
        ours.map((at) => new Date(at).toISOString()),
      );
    }
  });
});
