import { describe, expect } from 'vitest';
import { type Cases, judgeAll } from './judge-case.ts';
import { type Ask, refusal } from './reply.ts';
import type { SecondService } from './second-service.ts';

const UNLOCK = 'DELETE /user/migrations/*/repos/*/lock';

/** Reads of a migration until it is known to be exported. */
const POLLS = 4;

const NOT_FOUND = refusal(404, 'Not Found');

/** Services whose token has got back what it had lost. */
const restored = new WeakSet<SecondService>();

/** Answers 404 to reads of the migration once it was exported, and to these requests: the token has lost a scope, for example. */
function hideExported(service: SecondService, ...requests: readonly string[]): void {
  const hide = (ask: Ask) => (restored.has(service) ? service.ordinary(ask) : NOT_FOUND);
  service.odd('GET /user/migrations/*', hide, { skip: POLLS });
  for (const request of requests) {
    service.odd(request, hide);
  }
}

const CASES: Cases = {
  'a migration that the token cannot see for a while': {
    prepare: (service) => hideExported(service, UNLOCK),
    args: ['--lock-repositories'],
    status: 3,
    check: async ({ service, machine, stderr, stdout }) => {
      const [migration] = service.migrations;
      expect(migration?.locked.size).toBe(2);
      expect(stderr).not.toContain('Unlocked');
      expect(stdout).toContain(
        'LOCKED    octo/world: unlock it with "satchel export unlock 4711 octo/world"',
      );
      // After the export and at the end of the run; the other repository would get the same answer.
      expect(stderr.match(/Cannot unlock the repositories of migration 4711/g)).toHaveLength(2);
      expect(service.count(UNLOCK)).toBe(2);
      restored.add(service);
      const second = await machine.backup('--lock-repositories');
      expect(second.stderr).toContain('Unlocked 2 repositories of migration 4711');
      expect(migration?.locked.size).toBe(0);
    },
  },
  'a migration that cannot be read, with repositories that can be unlocked': {
    prepare: (service) => hideExported(service),
    args: ['--lock-repositories'],
    check: ({ service, stderr }) => {
      expect(service.migrations[0]?.locked.size).toBe(0);
      expect(stderr).toContain('Unlocked 2 repositories of migration 4711');
    },
  },
  'repositories that are not locked, or that the token cannot see': {
    prepare: (service) => service.odd(UNLOCK, () => NOT_FOUND),
    args: ['--lock-repositories'],
    check: async ({ service, machine, stderr }) => {
      expect(stderr).not.toContain('Unlocked');
      expect(stderr).toContain(
        'Not locked, or this token cannot see it: octo/hello, octo/world of migration 4711; unlock the migration again with a token that can',
      );
      // A repository that was deleted must not be asked for ever after.
      const asked = service.count(UNLOCK);
      expect(await machine.backup()).toMatchObject({ status: 0 });
      expect(service.count(UNLOCK)).toBe(asked);
    },
  },
};

describe.concurrent('the locks of a migration', () => {
  judgeAll(CASES);
});
