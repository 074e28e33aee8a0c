import { describe, expect } from 'vitest';
import { type Cases, judgeAll } from './judge-case.ts';
import { refusal } from './reply.ts';
import { account, repository } from './shapes.ts';

const CASES: Cases = {
  'ids beyond 2^53': {
    prepare: (service) => {
      service.nextId = 9_007_199_254_740_993n;
    },
    check: ({ service, machine }) => {
      expect(service.started).toBe(1);
      expect([...machine.files().keys()].some((path) => path.includes('9007199254740993'))).toBe(true);
    },
  },
  'a state that is not known': {
    prepare: (service) => {
      service.states = ['queued', 'warming_up', 'exporting', 'exported'];
    },
    check: ({ service, machine }) => {
      expect(service.started).toBe(1);
      expect(machine.archives()).toEqual([service.migrations[0]?.bytes]);
    },
  },
  'a state that is not known, with locked repositories and a line break in it': {
    prepare: (service) => {
      service.states = ['queued\u001b]0;x\u0007\n', 'exported'];
    },
    args: ['--lock-repositories'],
    check: ({ service }) => {
      expect(service.started).toBe(1);
      expect(service.migrations[0]?.locked.size).toBe(0);
    },
  },
  'several organizations, of which one cannot be exported and one is not owned': {
    prepare: (service) => {
      service.isNasty = false;
      const roles = { acme: 'admin', guild: 'member', shop: 'admin' };
      service.odd('GET /user/memberships/orgs', (ask) =>
        service.page(
          ask,
          Object.entries(roles).map(([login, role]) => ({
            state: 'active',
            role,
            organization: account(login),
          })),
        ),
      );
      service.odd('POST /orgs/acme/migrations', () => refusal(403, 'Must have admin rights'));
    },
    args: ['--all-orgs'],
    status: 3,
    check: ({ service, machine, stderr }) => {
      expect(stderr).toMatch(/^satchel: .*Must have admin rights/m);
      expect(stderr).toContain('only owners can export an organization: guild');
      expect(service.count('POST /user/migrations')).toBe(1);
      expect(service.count('POST /orgs/shop/migrations')).toBe(1);
      expect(service.count('POST /orgs/guild/migrations')).toBe(0);
      expect(machine.archives()).toHaveLength(2);
    },
  },
  'a failed migration of one repository, locked': {
    prepare: (service) => {
      service.repositories = [repository('hello')];
      service.states = ['pending', 'failed'];
    },
    args: ['--lock-repositories'],
    status: 7,
    check: ({ service }) => {
      expect(service.migrations.every(({ locked }) => locked.size === 0)).toBe(true);
    },
  },
  'one repository that spoils the set': {
    prepare: (service) => {
      service.odd('GET /user/migrations/*', (ask) => {
        const migration = service.migrations.find(({ id }) => ask.path.endsWith(`/${id}`));
        if (migration?.repositories.includes('octo/world')) {
          migration.states.splice(0, 9, 'failed');
        }
        return service.ordinary(ask);
      });
    },
    status: 3,
    check: ({ service, machine, stdout, stderr }) => {
      expect(service.started).toBe(3);
      expect(machine.archives()).toHaveLength(1);
      expect(stdout + stderr).toContain('octo/world');
    },
  },
  'half a year of past migrations with whole repositories': {
    prepare: (service) => {
      const names = Array.from({ length: 40 }, (_, index) => `octo/r${index}`);
      for (let night = 180; night > 0; night -= 1) {
        const createdAt = new Date(Date.now() - night * 86_400_000).toISOString().replace('Z', '+00:00');
        service.addMigration(names, { createdAt, bytes: Buffer.alloc(0), states: ['exported'] });
      }
    },
    check: ({ service }) => {
      expect(service.started).toBe(1);
      expect(service.count('GET /user/migrations')).toBe(1);
    },
  },
  'many migrations of the last hour, of other repositories': {
    prepare: (service) => {
      for (let index = 0; index < 30; index += 1) {
        service.addMigration([`octo/other-${index}`], { states: ['exported'], bytes: Buffer.alloc(0) });
      }
    },
    args: ['--split', '1'],
    check: ({ service }) => {
      expect(service.started).toBe(2);
      expect(service.count('GET /user/migrations')).toBeLessThanOrEqual(10);
    },
  },
  'a start whose answer is lost': {
    prepare: (service) => {
      service.odd(
        'POST /user/migrations',
        (ask, response) => {
          service.ordinary(ask);
          response.destroy();
          return undefined;
        },
        { times: 1 },
      );
    },
    check: ({ service }) => expect(service.started).toBe(1),
  },
  'a start that is made and answered with 502, and a repository renamed since': {
    prepare: (service) => {
      service.odd(
        'POST /user/migrations',
        (ask) => {
          service.ordinary(ask);
          const [hello, ...others] = service.repositories;
          service.repositories = [{ ...hello, full_name: 'octo/hallo', name: 'hallo' }, ...others];
          const migration = service.migrations[0];
          if (migration !== undefined) {
            service.migrations[0] = { ...migration, repositories: ['octo/hallo', 'octo/world'] };
          }
          return refusal(502, 'Server Error');
        },
        { times: 1 },
      );
    },
    // The number of exported repositories is as requested, but one has another name: it was renamed.
    check: ({ service }) => expect(service.started).toBe(1),
  },
  'a start that is answered with half a migration': {
    prepare: (service) => {
      service.odd(
        'POST /user/migrations',
        (ask, response) => {
          service.ordinary(ask);
          response.writeHead(201, { 'content-type': 'application/json' });
          response.end('{"id": 4711, "gu');
          return undefined;
        },
        { times: 1 },
      );
    },
    check: ({ service }) => expect(service.started).toBe(1),
  },
  'an archive that is not there yet when the migration is exported': {
    prepare: (service) => {
      service.odd('GET /user/migrations/*/archive', () => refusal(404, 'Not Found'), { times: 2 });
    },
    check: ({ service }) => expect(service.started).toBe(1),
  },
  'times that are no times, and members that are left out': {
    prepare: (service) => {
      service.odd('GET /user/migrations/*', (ask) => {
        const {
          repositories: _,
          node_id: __,
          owner: ___,
          ...rest
        } = service.ordinary(ask).body as {
          [name: string]: string;
        };
        return { body: { ...rest, owner: null, created_at: 'soon', updated_at: '9999999-13-45T99:99:99Z' } };
      });
    },
    check: ({ service }) => expect(service.started).toBe(1),
  },
  'a repository without a name in the list, and accounts of other types': {
    prepare: (service) => {
      const odd = {
        visibility: 'galactic',
        language: null,
        topics: null,
        pushed_at: null,
        permissions: null,
      };
      service.repositories = [
        repository('hello', { owner: { login: 'octo', id: 1, type: 'Mannequin', gravatar_id: null } }),
        repository('plain', odd),
        repository('gone', { full_name: '/', name: '' }),
      ];
    },
    check: ({ service, stderr }) => {
      expect(stderr).toContain('Left out');
      expect(service.started).toBe(1);
      expect(service.migrations[0]?.repositories).toEqual(['octo/hello', 'octo/plain']);
    },
  },
  'repositories of some organizations withheld for want of single sign-on': {
    prepare: (service) => {
      service.odd('GET /user/repos', (ask) => ({
        ...service.ordinary(ask),
        headers: { 'x-github-sso': 'partial-results; organizations=21955855,20582480' },
      }));
    },
    status: 3,
    check: ({ stdout, stderr }) => expect(stdout + stderr).toContain('20582480'),
  },
  'the copy of the service is deleted where that is asked for': {
    args: ['--delete-archive'],
    check: ({ service, machine }) => {
      expect(service.migrations[0]?.isDeleted).toBe(true);
      expect(machine.archives()).toHaveLength(1);
    },
  },
  'an archive without git data, which was requested': {
    prepare: (service) => {
      service.hasGit = false;
    },
    status: 3,
    check: ({ stdout, stderr }) => {
      expect(stderr).toContain('NOT complete: The archive lacks the git data of 2 repositories');
      expect(stdout).toContain('octo/world: no git data');
    },
  },
  'an archive without git data, which is not kept either': {
    prepare: (service) => {
      service.hasGit = false;
    },
    args: ['--no-git'],
    status: 3,
  },
  'an archive without git data, which was left out': {
    prepare: (service) => {
      service.hasGit = false;
    },
    args: ['--exclude-git-data'],
  },
  'an archive without git data, of repositories to which nothing was ever pushed': {
    prepare: (service) => {
      service.hasGit = false;
      service.repositories = ['hello', 'world'].map((name) => repository(name, { pushed_at: null, size: 0 }));
    },
  },
  'nobody else’s migration is adopted after a second backup': {
    check: async ({ service, machine }) => {
      expect(await machine.backup()).toMatchObject({ status: 0 });
      expect(service.started).toBe(2);
      expect(machine.archives()).toHaveLength(2);
    },
  },
};

describe.concurrent('a backup by migrations with oddities', () => {
  judgeAll(CASES);
});
