import { describe, expect } from 'vitest';
import { type Case, type Cases, judgeAll } from './judge-case.ts';
import { refusal } from './reply.ts';
import type { SecondService } from './second-service.ts';
import { SECRETS } from './shapes.ts';

function expectWhole({ service, machine }: Parameters<NonNullable<Case['check']>>[0]): void {
  expect(service.started).toBe(1);
  expect(machine.archives()).toEqual([service.migrations[0]?.bytes]);
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

function answerWith(status: number, headers: Readonly<Record<string, string>>) {
  return (service: SecondService): void => {
    service.odd('GET /user/migrations/*/archive', () => ({ status, headers }));
  };
}

const REFUSED: Cases = {
  'storage that refuses every address, and repeats its signature': {
    prepare: ({ storage }) => {
      storage.manners.refusals.push(...Array(20).fill({ status: 403, code: 'SignatureDoesNotMatch' }));
    },
    status: 1,
    check: ({ service }) => {
      expect(service.started).toBe(1);
      expect(service.storage.asked).toHaveLength(1);
    },
  },
  'storage that is busy for a second': {
    prepare: ({ storage }) =>
      storage.manners.refusals.push({ status: 503, code: 'SlowDown', headers: { 'retry-after': '1' } }),
    check: (seen) => {
      expectWhole(seen);
      expect(seen.service.storage.asked).toHaveLength(2);
    },
  },
  'storage that is busy for an hour, and somebody who does not wait': {
    prepare: ({ storage }) => {
      const busy = { status: 503, code: 'SlowDown', headers: { 'retry-after': '3600' } };
      storage.manners.refusals.push(...Array(20).fill(busy));
    },
    args: ['--no-wait'],
    status: 5,
    check: async (seen) => {
      expect(seen.stderr).toContain('asks to wait for 1 h');
      expect(seen.service.storage.asked).toHaveLength(1);
      seen.service.storage.manners.refusals.length = 0;
      expect(await seen.machine.backup()).toMatchObject({ status: 0 });
      expectWhole(seen);
    },
  },
  'a migration whose name leads out of the folder': {
    prepare: (service) => {
      service.addMigration(['octo/hello'], { guid: '../../../evil/\u202egz', states: ['exported'] });
    },
    args: ['export', 'download', '4711', '--json'],
    check: ({ machine, service }) => {
      const names = [...machine.files()].filter(([, bytes]) =>
        bytes.equals(service.migrations[0]?.bytes ?? bytes),
      );
      expect(names.map(([name]) => name)).toEqual([expect.stringMatching(/^[\w.~-]+\.tar\.gz$/)]);
    },
  },
  'a redirect to a file': {
    prepare: answerWith(302, { location: 'file:///etc/passwd' }),
    status: 1,
    check: ({ service, stdout, stderr }) => {
      expect(service.started).toBe(1);
      expect(stdout + stderr).toContain('file:');
      expect(stdout + stderr).not.toContain('null');
    },
  },
  'a redirect to the addresses of a cloud’s own machines': {
    prepare: answerWith(302, {
      location: `http://169.254.169.254/latest?X-Amz-Signature=${SECRETS.signature}`,
    }),
    status: 1,
  },
  'a redirect to an address that is none, with control characters': {
    prepare: answerWith(302, { location: 'https://[::g]/\u009b31m?X-Amz-Signature=x' }),
    status: 1,
  },
  'a redirect without an address': {
    prepare: answerWith(302, {}),
    status: 1,
  },
  'an archive that is gone (410), of a migration that is named': {
    prepare: (service) => {
      service.addMigration(['octo/hello'], { createdAt: hoursAgo(30), states: ['exported'] });
      service.odd('GET /user/migrations/*/archive', () => refusal(410, 'Gone'));
    },
    args: ['export', 'download', '4711'],
    status: 10,
    check: ({ stderr }) => {
      expect(stderr).toContain('Start a new migration');
      expect(stderr).not.toMatch(/version/i);
    },
  },
  'an archive that is gone (410), of a migration that was adopted': {
    prepare: (service) => {
      service.addMigration(['octo/hello', 'octo/world'], { createdAt: hoursAgo(0.1), states: ['exported'] });
      // As the schema of the service has them, unlike its examples. Without them, nothing is adopted.
      const unshown = { exclude_metadata: false, exclude_git_data: false, org_metadata_only: false };
      service.odd('GET /user/migrations', (ask) =>
        service.page(
          ask,
          service.migrations.map((migration) => ({ ...service.record(migration), ...unshown })),
        ),
      );
      service.odd('GET /user/migrations/4711/archive', () => refusal(410, 'Gone'));
    },
    check: (seen) => {
      expect(seen.stderr).toContain('Migration 4711 reused');
      expectWhole(seen);
    },
  },
};

describe.concurrent('an archive that is refused', () => {
  judgeAll(REFUSED);
});
