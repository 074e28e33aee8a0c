import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { withCrontabLines } from '../../src/schedule/crontab.ts';
import { systemZoneName } from '../../src/schedule/run-times.ts';
import { UNIT_KINDS } from '../../src/schedule/unit-kinds.table.ts';
import { unitJob, unitPlan } from './support/unit-plan.ts';

const PLAN = unitPlan([]);

interface CronEntry {
  readonly fields: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly command: string;
  readonly input: string;
}

/** Reads a crontab as crontab(5) says: settings hold from their line on, `%` begins the input unless it is escaped. */
function readCrontab(text: string): readonly CronEntry[] {
  const variables: Record<string, string> = {};
  return text.split('\n').flatMap((line) => {
    const setting = /^\s*([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line);
    if (/^\s*(#|$)/.test(line)) {
      return [];
    }
    if (setting !== null) {
      variables[setting[1] ?? ''] = setting[2] ?? '';
      return [];
    }
    const entry = /^\s*((?:\S+\s+){5})(.*)$/.exec(line);
    if (entry === null) {
      throw new Error(`This is no line of a crontab: ${line}`);
    }
    const [command = '', ...input] = (entry[2] ?? '').split(/(?<!\\)%/);
    return [
      {
        fields: (entry[1] ?? '').trim().split(/\s+/),
        variables: { ...variables },
        command: command.replaceAll('\\%', '%'),
        input: input.join('\n'),
      },
    ];
  });
}

const FIELD = /^(?:\*|[\w-]+)(?:\/\d+)?(?:,(?:\*|[\w-]+)(?:\/\d+)?)*$/;

describe('crontabLines()', () => {
  it('writes lines that a crontab parser accepts, with the zone of each job', () => {
    const jobs = [
      unitJob('nightly', ['@daily', '*/20 9-17 * * 1-5']),
      unitJob('here', ['0 4 * * *'], { timeZone: systemZoneName() }),
    ];
    const [file] = UNIT_KINDS.cron.write(unitPlan([...jobs].reverse()));
    const entries = readCrontab(file?.content ?? '');
    expect(entries.map(({ fields }) => fields.join(' '))).toEqual([
      '0 4 * * *',
      '0 0 * * *',
      '0,20,40 9,10,11,12,13,14,15,16,17 * * 1,2,3,4,5',
    ]);
    expect(entries.every(({ fields }) => fields.every((field) => FIELD.test(field)))).toBe(true);
    expect(entries.map(({ variables }) => variables['CRON_TZ'])).toEqual([
      undefined,
      'Europe/Berlin',
      'Europe/Berlin',
    ]);
    expect(entries.map(({ input }) => input)).toEqual(['', '', '']);
  });

  it('writes only what all crons read alike: no "?", no names, and no step for a day next to a weekday', () => {
    const jobs = [unitJob('here', ['0 3 */10 * Mon', '0 3 ? * 7'], { timeZone: systemZoneName() })];
    const entries = readCrontab(UNIT_KINDS.cron.write(unitPlan(jobs))[0]?.content ?? '');
    // cron requires both days if one of the fields begins with an asterisk; Satchel requires one of them.
    expect(entries.map(({ fields }) => fields.join(' '))).toEqual(['0 3 1,11,21,31 * 1', '0 3 * * 0']);
  });

  it('restores the zone of the machine after it, and converts what it can', () => {
    const zone = systemZoneName();
    const jobs = [unitJob('far', ['0 4 * * *'], { timeZone: 'Etc/GMT+5' }), unitJob('other', ['0 4 * * *'])];
    const content = UNIT_KINDS.cron.write(unitPlan(jobs))[0]?.content ?? '';
    const [far, other, after] = readCrontab(`${content}1 1 * * * of a person\n`);
    expect([far?.variables['CRON_TZ'], other?.variables['CRON_TZ']]).toEqual([undefined, 'Europe/Berlin']);
    expect(after?.variables['CRON_TZ']).toBe(zone);
    expect(content).toContain('# CAUTION');
    const foreign = `CRON_TZ=Asia/Tokyo\n2 2 * * * theirs\n`;
    const whole = withCrontabLines(foreign, content, PLAN);
    expect(readCrontab(`${whole}1 1 * * * after\n`).map(({ variables }) => variables['CRON_TZ'])).toEqual([
      'Asia/Tokyo',
      zone,
      'Europe/Berlin',
      'Asia/Tokyo',
    ]);
    expect(withCrontabLines(whole, content, PLAN)).toBe(whole);
  });

  it('gives a shell a command that runs the job, which reads the environment file', () => {
    const environmentFile = "/home/mira's/environment 100%";
    const plan = unitPlan([unitJob('nightly', ['0 4 * * *'])], {
      program: [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--'],
      environmentFile,
    });
    const [entry] = readCrontab(UNIT_KINDS.cron.write(plan)[0]?.content ?? '');
    const out = execFileSync('/bin/sh', ['-c', entry?.command ?? ''], {
      encoding: 'utf8',
      env: { HOME: '/' },
    });
    expect(JSON.parse(out)).toEqual([
      ...['schedule', 'run', '--config', '/home/mira/100% mine/satchel.yaml', '--job', 'nightly', '--quiet'],
      ...['--environment-file', environmentFile],
    ]);
  });

  it('rejects cron syntax that the target scheduler cannot express', () => {
    expect(() => UNIT_KINDS.cron.write(unitPlan([unitJob('last', ['0 3 L * *'])]))).toThrow(
      'Cannot convert "0 3 L * *" for another scheduler: it only knows minutes, hours, days',
    );
  });
});

describe('withCrontabLines()', () => {
  const [first, second] = ['0 1 * * *', '0 2 * * *'].map(
    (schedule) => UNIT_KINDS.cron.write(unitPlan([unitJob('nightly', [schedule])]))[0]?.content ?? '',
  );

  it('appends our lines to those that are there, and later replaces them in place', () => {
    const others = 'MAILTO=mira\n5 5 * * * backup-mail';
    const once = withCrontabLines(others, first ?? '', PLAN);
    expect(once.startsWith(`${others}\n# satchel: begin a1b2c3d4\n`)).toBe(true);
    const twice = withCrontabLines(`${once}6 6 * * * after\n`, second ?? '', PLAN);
    expect(twice).toContain('5 5 * * * backup-mail\n');
    expect(twice).toContain('6 6 * * * after\n');
    expect(twice.match(/# satchel: begin/g)).toHaveLength(1);
    expect(readCrontab(twice).map(({ fields }) => fields.join(' '))).toEqual([
      '5 5 * * *',
      '0 2 * * *',
      '6 6 * * *',
    ]);
    expect(withCrontabLines('', first ?? '', PLAN)).toBe(first);
  });

  it('leaves the lines of other configurations alone, before and after its own', () => {
    const [other, mine, changed] = ['e5f6a7b8', 'a1b2c3d4', 'a1b2c3d4'].map(
      (id, hour) =>
        UNIT_KINDS.cron.write(unitPlan([unitJob('backup', [`0 ${hour} * * *`])], { id }))[0]?.content ?? '',
    );
    const both = withCrontabLines(withCrontabLines('', other ?? '', { id: 'e5f6a7b8' }), mine ?? '', PLAN);
    expect(both).toContain(other);
    const replaced = withCrontabLines(both, changed ?? '', PLAN);
    expect(replaced).toContain(other);
    expect(replaced).not.toContain(mine);
    expect(withCrontabLines(replaced, other ?? '', { id: 'e5f6a7b8' })).toBe(replaced);
  });

  it('keeps lines of a person between repeated ones of ours, and refuses a mark without its counterpart', () => {
    const twice = `${first}5 5 * * * mine\n${first}6 6 * * * last`;
    expect(withCrontabLines(twice, second ?? '', PLAN)).toBe(`${second}5 5 * * * mine\n6 6 * * * last`);
    for (const mark of ['# satchel: begin a1b2c3d4', '# satchel: end a1b2c3d4']) {
      const broken = `${(first ?? '').replace(`${mark}\n`, '')}5 5 * * * mine\n`;
      expect(() => withCrontabLines(broken, second ?? '', PLAN)).toThrow('has no counterpart');
      expect(() => withCrontabLines(`${broken}${first}`, second ?? '', PLAN)).toThrow('has no counterpart');
    }
  });
});
