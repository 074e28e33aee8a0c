import { describe, expect, it } from 'vitest';
import { type Case, judgeCase } from './judge-case.ts';
import { refusal } from './reply.ts';
import type { SecondService } from './second-service.ts';

const UNLOCK = 'DELETE /user/migrations/*/repos/*/lock';
const NOT_FOUND = refusal(404, 'Not Found');

/** Answers 404 to these requests while the newest migration is exporting: the token has lost a scope, for example. */
function hideExporting(service: SecondService, ...requests: readonly string[]): void {
  for (const request of requests) {
    service.odd(request, (ask) =>
      service.migrations[0]?.states[0] === 'exporting' ? NOT_FOUND : service.ordinary(ask),
    );
  }
}

const CASES: readonly Case[] = [
  {
    name: 'a migration that the token cannot see for a while',
    prepare: (service) => hideExporting(service, 'GET /user/migrations/*', UNLOCK),
    args: ['--lock-repositories'],
    status: 10,
    check: async ({ service, machine, stderr }) => {
      const [migration] = service.migrations;
      expect(migration?.locked.size).toBe(2);
      expect(stderr).not.toContain('Unlocked');
      expect(stderr).toContain('Still locked: octo/hello, octo/world');
      expect(stderr.match(/"satchel export unlock 4711"/g)).toHaveLength(1);
      // The other repository would get the same answer.
      expect(service.count(UNLOCK)).toBe(1);
      migration?.states.splice(0, 9, 'failed');
      const second = await machine.backup('--lock-repositories');
      expect(second.stderr).toContain('Unlocked 2 repositories of migration 4711');
      expect(migration?.locked.size).toBe(0);
    },
  },
  {
    name: 'a migration that cannot be read, with repositories that can be unlocked',
    prepare: (service) => hideExporting(service, 'GET /user/migrations/*'),
    args: ['--lock-repositories'],
    status: 10,
    check: ({ service, stderr }) => {
      expect(service.migrations[0]?.locked.size).toBe(0);
      expect(stderr).toContain('Unlocked 2 repositories of migration 4711');
    },
  },
  {
    name: 'repositories that are not locked, or that the token cannot see',
    prepare: (service) => service.odd(UNLOCK, () => NOT_FOUND),
    args: ['--lock-repositories'],
    status: 0,
    check: async ({ service, machine, stderr }) => {
      expect(stderr).not.toContain('Unlocked');
      expect(stderr).toContain(
        'Not locked, or this token cannot see it: octo/hello, octo/world of migration 4711; "satchel export unlock 4711" tries again',
      );
      // A repository that was deleted must not be asked for ever after.
      const asked = service.count(UNLOCK);
      expect(await machine.backup()).toMatchObject({ status: 0 });
      expect(service.count(UNLOCK)).toBe(asked);
    },
  },
];

describe.concurrent('the locks of a migration', () => {
  it.each(CASES)('$name', judgeCase);
});
