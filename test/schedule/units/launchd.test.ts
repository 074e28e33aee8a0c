import { describe, expect, it } from 'vitest';
import { systemZoneName } from '../../../src/schedule/run-times.ts';
import { UNIT_KINDS } from '../../../src/schedule/unit-kinds.table.ts';
import { unitJob, unitPlan } from '../support/unit-plan.ts';

/** The integers of each dictionary of the calendar, by key. */
function intervalsOf(plist: string): readonly Readonly<Record<string, number>>[] {
  const [, calendar = ''] =
    /<key>StartCalendarInterval<\/key>\s*<array>([\s\S]*?)<\/array>/.exec(plist) ?? [];
  return [...calendar.matchAll(/<dict>([\s\S]*?)<\/dict>/g)].map(([, dict = '']) =>
    Object.fromEntries(
      [...dict.matchAll(/<key>(\w+)<\/key>\s*<integer>(\d+)<\/integer>/g)].map(([, key, value]) => [
        key,
        Number(value),
      ]),
    ),
  );
}

/** Every tag that is opened is closed, in order. */
function isBalanced(xml: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = '', end] of xml
    .replace(/<[?!][^>]*>/g, '')
    .matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (slash === '/') {
      if (open.pop() !== name) {
        return false;
      }
    } else if (end !== '/') {
      open.push(name);
    }
  }
  return open.length === 0;
}

describe('launchdAgents()', () => {
  it('writes a property list whose intervals are all combinations of what is named', () => {
    const [agent] = UNIT_KINDS.launchd.write(
      unitPlan([unitJob('a', ['0,30 9-10 * * 1,2'])], { configPath: '/a & b/<c>.yaml' }),
    );
    expect(agent?.name).toBe('satchel.a1b2c3d4.a.plist');
    expect(isBalanced(agent?.content ?? '')).toBe(true);
    expect(agent?.content).toContain('<string>/a &amp; b/&lt;c&gt;.yaml</string>');
    const intervals = intervalsOf(agent?.content ?? '');
    expect(intervals).toHaveLength(8);
    expect(intervals).toContainEqual({ Weekday: 2, Hour: 10, Minute: 30 });
  });

  it('gives the job the environment file to read', () => {
    const environmentFile = "/home/mira's <&> environment";
    const plan = unitPlan([unitJob('a', ['0 3 * * *'])], { environmentFile });
    const content = UNIT_KINDS.launchd.write(plan)[0]?.content ?? '';
    const [, list = ''] = /<key>ProgramArguments<\/key>\s*<array>([\s\S]*?)<\/array>/.exec(content) ?? [];
    const words = [...list.matchAll(/<string>([\s\S]*?)<\/string>/g)].map(([, word = '']) =>
      word.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    );
    expect(words.slice(-2)).toEqual(['--environment-file', environmentFile]);
  });

  it('converts the times of a zone with the same offset changes, and says if it cannot', () => {
    const write = (timeZone: string) =>
      UNIT_KINDS.launchd.write(unitPlan([unitJob('a', ['0 12 * * *'], { timeZone })]))[0]?.content ?? '';
    expect(intervalsOf(write(systemZoneName()))).toEqual([{ Hour: 12, Minute: 0 }]);
    const isUtc = systemZoneName() === 'UTC';
    expect(isUtc ? intervalsOf(write('Asia/Tokyo')) : [{ Hour: 3, Minute: 0 }]).toEqual([
      { Hour: 3, Minute: 0 },
    ]);
    expect(isUtc ? write('Europe/Berlin') : 'CAUTION').toContain('CAUTION');
  });

  it('makes a date or a weekday two lists, as cron means it', () => {
    const [agent] = UNIT_KINDS.launchd.write(unitPlan([unitJob('a', ['0 3 15 * 5'])]));
    expect(intervalsOf(agent?.content ?? '')).toEqual([
      { Day: 15, Hour: 3, Minute: 0 },
      { Weekday: 5, Hour: 3, Minute: 0 },
    ]);
    const [ofMonths] = UNIT_KINDS.launchd.write(unitPlan([unitJob('a', ['15 4 2 1,7 *'])]));
    expect(intervalsOf(ofMonths?.content ?? '')).toEqual([
      { Day: 2, Month: 1, Hour: 4, Minute: 15 },
      { Day: 2, Month: 7, Hour: 4, Minute: 15 },
    ]);
  });

  it('rejects a schedule with too many start times', () => {
    const [agent] = UNIT_KINDS.launchd.write(unitPlan([unitJob('a', ['0-49 0-19 * * *'])]));
    expect(intervalsOf(agent?.content ?? '')).toHaveLength(1_000);
    expect(() => UNIT_KINDS.launchd.write(unitPlan([unitJob('a', ['1-59 1-23 * * *'])]))).toThrow(
      'it would need 1357 start times',
    );
  });
});
