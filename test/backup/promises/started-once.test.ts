import { describe, expect, it } from 'vitest';
import { type PassingAnswer, startFrontService } from '../../cli/support/front-service.ts';
import { type BackupBench, openBackupBench } from '../support/backup-bench.ts';

let bench: BackupBench;

interface MigrationBody {
  id: unknown;
  state: string;
  repositories: { id: number; full_name: string }[];
}

function migrationsIn({ body }: PassingAnswer): readonly MigrationBody[] {
  const found = Array.isArray(body) ? body : [body];
  return found.filter((item) => item instanceof Object && 'guid' in item);
}

async function backup(url: string, ...args: readonly string[]) {
  return await bench.run(['backup', '--vault', bench.vault, '--base-url', url, ...args], {
    clock: bench.clock,
  });
}

function startsOf(front: { readonly requests: readonly { readonly method: string }[] }): number {
  return front.requests.filter(({ method }) => method === 'POST').length;
}

describe('satchel backup starts one migration', () => {
  it('in a state that is not known yet', async () => {
    bench = await openBackupBench();
    let answers = 0;
    const front = await startFrontService(bench.sandbox.ready.base_url, (answer) => {
      for (const migration of migrationsIn(answer)) {
        answers += 1;
        migration.state = answers <= 3 ? 'queued' : migration.state;
      }
    });
    const { status, err } = await backup(front.url, '--lock-repositories');
    expect(err).toContain('is in the unknown state "queued"');
    expect(status).toBe(0);
    expect(startsOf(front)).toBe(1);
  });

  it('and reports what stays locked if that state never ends', async () => {
    bench = await openBackupBench();
    const front = await startFrontService(bench.sandbox.ready.base_url, (answer) => {
      for (const migration of migrationsIn(answer)) {
        migration.state = 'cancelled';
      }
    });
    const { status, err } = await backup(front.url, '--lock-repositories', '--timeout', '10m');
    expect(status).toBe(8);
    expect(err).toMatch(/is in the unknown state "cancelled": its repositories stay locked/);
    expect(err).toContain('"satchel export unlock" unlocks them now');
    expect((await backup(front.url, '--lock-repositories', '--timeout', '10m')).status).toBe(8);
    expect(startsOf(front)).toBe(1);
  });

  it('whose id is beyond what JavaScript counts', async () => {
    bench = await openBackupBench();
    const own = '9007199254740993';
    let id = '';
    const front = await startFrontService(
      bench.sandbox.ready.base_url,
      (answer) => {
        for (const migration of migrationsIn(answer)) {
          id = String(migration.id);
        }
        answer.spell = (text) => text.replaceAll(`"id":${id},"node_id"`, `"id":${own},"node_id"`);
      },
      (path) => path.replace(own, id),
    );
    const { status } = await backup(front.url, '--delete-archive', '--lock-repositories');
    expect(status).toBe(0);
    expect(startsOf(front)).toBe(1);
    expect((await bench.manifests()).map(({ migration }) => migration?.id)).toEqual([own]);
    expect(front.requests.filter(({ path }) => /migrations\/\d/.test(path) && !path.includes(own))).toEqual(
      [],
    );
  });

  it('if its archive is missing for a moment', async () => {
    bench = await openBackupBench();
    let asked = 0;
    const front = await startFrontService(bench.sandbox.ready.base_url, (answer, { path }) => {
      if (path.endsWith('/archive') && asked < 2) {
        asked += 1;
        answer.status = 404;
        answer.body = { message: 'Not Found' };
      }
    });
    expect((await backup(front.url)).status).toBe(0);
    expect(startsOf(front)).toBe(1);
  });

  it('if its response is lost and a repository is renamed', async () => {
    bench = await openBackupBench();
    const front = await startFrontService(bench.sandbox.ready.base_url, (answer, { method }) => {
      for (const migration of migrationsIn(answer)) {
        const [first] = migration.repositories ?? [];
        if (first !== undefined) {
          first.full_name = `${first.full_name}-renamed`;
        }
      }
      if (method === 'POST') {
        answer.status = 502;
        answer.body = { message: 'Server Error' };
      }
    });
    const { err } = await backup(front.url);
    expect(err).not.toContain('no migration for this request');
    expect(startsOf(front)).toBe(1);
  });
});
