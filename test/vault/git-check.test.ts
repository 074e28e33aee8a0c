import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ArchiveEvent } from '../../src/archive/archive-event.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { createGitCheck, type GitCheck } from '../../src/vault/git-check.ts';
import { makeRepository, searchPath } from '../git/support/make-repository.ts';
import { filesOf } from '../git/support/stage-folder.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const ABSENT_ID = 'e'.repeat(40);

/** The codes of findings for an archive with these records and the intact repository at `directory`. */
async function codesOf(directory: string, pullRequest: JsonObject, repository?: JsonObject) {
  const { signal } = new AbortController();
  const check = createGitCheck({ directory: temporaryFolder(), searchPath, signal });
  sendRepository(check, directory);
  check.observe(recordsOf('pull_request', { type: 'pull_request', ...pullRequest }));
  if (repository !== undefined) {
    check.observe(recordsOf('repository', { type: 'repository', ...repository }));
  }
  const codes: string[] = [];
  for await (const { code } of check.findings()) {
    codes.push(code);
  }
  check.close();
  return codes;
}

function sendRepository(check: GitCheck, directory: string): void {
  const bare = makeRepository(temporaryFolder());
  for (const name of filesOf(bare)) {
    const bytes = readFileSync(join(bare, name));
    const entryName = `${directory}/${name}`;
    const sink = check.openFile({ name: entryName, class: 'git', sizeBytes: bytes.length, modifiedAtMs: 0 });
    sink?.write(bytes);
    sink?.end();
  }
}

function recordsOf(kind: string, value: JsonObject): ArchiveEvent {
  const record = { index: 0, value, source: Buffer.from(JSON.stringify(value)) };
  const batch = { kind, entryName: `${kind}s_000001.json`, records: [record], rejected: [] };
  return { type: 'records', batch } as unknown as ArchiveEvent; // The part that a git check uses.
}

interface HostCase {
  readonly host: string;
  readonly url: string;
  readonly section: string;
  readonly name: string;
  /** True if only the record of the repository contains it. */
  readonly isTold?: boolean;
}

const HOSTS: readonly HostCase[] = [
  { host: 'the service', url: 'https://github.com/alice/garden', section: 'pull', name: 'alice/garden' },
  { host: 'another spelling', url: 'https://github.com/Alice/Garden', section: 'pull', name: 'alice/garden' },
  {
    host: 'Bitbucket',
    url: 'https://h:7990/projects/GRD/repos/garden',
    section: 'pull-requests',
    name: 'GRD/garden',
  },
  {
    host: 'a path of its own',
    url: 'https://h/bitbucket/projects/GRD/repos/garden',
    section: 'pull-requests',
    name: 'GRD/garden',
  },
  {
    host: 'a path that a record tells',
    url: 'https://h/lab/group/garden',
    section: 'merge_requests',
    name: 'group/garden',
    isTold: true,
  },
  {
    host: 'groups in groups',
    url: 'https://h/a/b/garden',
    section: '-/merge_requests',
    name: 'a-b/garden',
    isTold: true,
  },
];

it.each(HOSTS)('createGitCheck() misses heads in repositories of $host', async (hosted) => {
  const { url, section, name, isTold = false } = hosted;
  const pullRequest = { url: `${url}/${section}/1`, repository: url, head: { sha: ABSENT_ID } };
  const repository = isTold ? { url, git_url: `tarball://root/repositories/${name}.git` } : undefined;
  expect(await codesOf(`repositories/${name}.git`, pullRequest, repository)).toEqual(['git-head-missing']);
});

it('createGitCheck() misses no head that is not told', async () => {
  const url = 'https://github.com/alice/garden';
  const pullRequest = { url: `${url}/pull/1`, repository: url, head: { sha: '' } };
  expect(await codesOf('repositories/alice/garden.git', pullRequest)).toEqual([]);
});
