import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { readArchive } from '../../../src/archive/read-archive.ts';
import { createVerification } from '../../../src/archive/verification.ts';
import { writeArchive } from '../../../src/sandbox/write-archive.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { askUrl, type Harbour, openHarbour, START_MS } from '../server/support/harbour.ts';
import { makeWorld } from '../support/make-world.ts';
import { type JsonRecord, unpackArchive } from '../support/unpack-archive.ts';

const HOUR_MS = 3_600_000;
const EXPORT_MS = 1_600;

const directory = temporaryFolder();

interface Notification {
  readonly subject: { readonly type: string; readonly url: string };
  readonly repository: { readonly full_name: string };
}

async function openLivingHarbour(): Promise<Harbour> {
  const world = makeWorld({ nowMs: START_MS, issues: 8 });
  return await openHarbour({ world, writeArchive, livePaceMs: 60_000 });
}

/** Exports all repositories and keeps the archive under a name. */
async function exportAll({ ask, clock, sandbox }: Harbour, name: string): Promise<string> {
  const body = { repositories: sandbox.ready.repositories };
  const { json } = await ask('/user/migrations', { method: 'POST', body });
  clock.advance(EXPORT_MS);
  const { headers } = await ask(`/user/migrations/${json.id}/archive`);
  const { bytes } = await askUrl(headers['location']!);
  const path = join(directory, `${name}.tar.gz`);
  writeFileSync(path, bytes);
  return path;
}

async function verify(path: string) {
  const verification = createVerification();
  for await (const event of readArchive({ source: await openArchiveSource(path) })) {
    verification.observe(event);
  }
  return verification.report();
}

function textOf(record: JsonRecord, field: string): string {
  return String(record[field]);
}

describe('a sandbox in which time passes', () => {
  it('exports another archive later, and each is whole and in agreement with itself', async () => {
    const harbour = await openLivingHarbour();
    const paths: string[] = [];
    for (const name of ['first', 'second']) {
      paths.push(await exportAll(harbour, name));
      harbour.clock.advance(8 * HOUR_MS);
    }
    const records = paths.map((path, index) => unpackArchive(path, join(directory, `out-${index}`)).records);
    const urlsOf = (index: number, prefix: string) =>
      new Set((records[index]?.get(prefix) ?? []).map((record) => textOf(record, 'url')));
    for (const path of paths) {
      const { isVerified, rejected, findings } = await verify(path);
      expect({ isVerified, rejected }).toEqual({ isVerified: true, rejected: 0 });
      expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    }
    for (const prefix of ['issues', 'issue_comments', 'pull_requests', 'issue_events']) {
      expect(urlsOf(1, prefix)).not.toEqual(urlsOf(0, prefix));
    }
    expect([...urlsOf(0, 'issue_comments')].some((url) => !urlsOf(1, 'issue_comments').has(url))).toBe(true);
    const git = join(directory, 'out-1', 'repositories');
    const repositories = readdirSync(git).flatMap((owner) =>
      readdirSync(join(git, owner)).map((name) => join(git, owner, name)),
    );
    expect(repositories.length).toBeGreaterThan(0);
    for (const repository of repositories) {
      execFileSync('git', ['-C', repository, 'fsck', '--strict', '--no-dangling'], { stdio: 'pipe' });
    }
  });

  it('returns over the API what the archive contains', async () => {
    const harbour = await openLivingHarbour();
    harbour.clock.advance(12 * HOUR_MS);
    const path = await exportAll(harbour, 'agreeing');
    const { records } = unpackArchive(path, join(directory, 'out-agreeing'));
    const all = [...(records.get('issues') ?? []), ...(records.get('pull_requests') ?? [])];
    const comments = new Set((records.get('issue_comments') ?? []).map((record) => textOf(record, 'url')));
    const { json: repositories } = await harbour.ask('/user/repos?per_page=100');
    const said: string[] = [];
    for (const { full_name: name, open_issues_count: open } of repositories) {
      const own = all.filter((record) => textOf(record, 'repository').endsWith(`/${name}`));
      expect(own.filter((record) => record['closed_at'] === null)).toHaveLength(open);
      const { json: events } = await harbour.ask(`/repos/${name}/events?per_page=100`);
      for (const { type, payload } of events) {
        if (type === 'IssueCommentEvent') {
          said.push(payload.comment.html_url);
        }
      }
    }
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((url) => !comments.has(url))).toEqual([]);
    const { json: notifications } = await harbour.ask('/notifications?all=true');
    const numbers = new Set(all.map((record) => textOf(record, 'url').split('/').slice(-4).join('/')));
    const notified = notifications
      .filter(({ subject }: Notification) => subject.type === 'Issue')
      .map(
        ({ subject, repository }: Notification) =>
          `${repository.full_name}/issues/${subject.url.split('/').at(-1)}`,
      );
    expect(notified.length).toBeGreaterThan(0);
    expect(notified.filter((name: string) => !numbers.has(name))).toEqual([]);
  });

  it('is the same for the same seed and clock', async () => {
    const [a, b] = [await openLivingHarbour(), await openLivingHarbour()];
    a.clock.advance(5 * HOUR_MS);
    for (let hour = 0; hour < 5; hour += 1) {
      b.clock.advance(HOUR_MS);
      await b.ask('/events');
    }
    for (const path of ['/events', '/notifications?all=true', '/user/repos']) {
      const { sandbox } = a;
      const [left, right] = [await a.ask(path), await b.ask(path)];
      expect(right.text.replaceAll(b.sandbox.ready.base_url, sandbox.ready.base_url)).toBe(left.text);
    }
  });
});
