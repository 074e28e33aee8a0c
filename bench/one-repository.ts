import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordSource } from './browse-records.ts';

/** How much of one kind a repository has. */
export interface Extent {
  readonly comments?: number;
  readonly labels?: number;
  readonly milestones?: number;
}

const PERSON = 'https://service.example/mira';
const HOME = `${PERSON}/garden`;
const START_MS = Date.UTC(2020, 0, 1);

/** A repository with one issue, or one for each label, and much of something. */
export function oneRepository({ comments = 0, labels = 0, milestones = 0 }: Extent): readonly RecordSource[] {
  const created_at = textOf(0);
  const names = Array.from({ length: labels }, (_, index) => `label ${index + 1}`);
  const of = (prefix: string, count: number, make: (number: number) => object): RecordSource => ({
    prefix,
    records: () => Array.from({ length: count }, (_, index) => make(index + 1)),
  });
  return [
    of('users', 1, () => ({
      type: 'user',
      url: PERSON,
      login: 'mira',
      name: 'Mira',
      emails: [],
      created_at,
    })),
    of('repositories', 1, () => ({
      ...{ type: 'repository', url: HOME, owner: PERSON, name: 'garden', slug: 'garden', private: false },
      ...{ has_issues: true, default_branch: 'main', is_archived: false, description: null, website: null },
      labels: names.map((name) => ({ url: labelOf(name), name, color: 'd73a4a', created_at })),
      ...{ webhooks: [], collaborators: [], repository_topics: [], wiki_url: '', created_at },
      git_url: 'tarball://root/repositories/mira/garden.git',
    })),
    of('milestones', milestones, (number) => ({
      ...{ type: 'milestone', url: `${HOME}/milestones/${number}`, repository: HOME, user: PERSON },
      ...{ title: `${number}.0`, description: 'What is next', state: 'open', due_on: null, created_at },
    })),
    of('issues', Math.max(1, labels), (number) => ({
      ...{
        type: 'issue',
        url: `${HOME}/issues/${number}`,
        repository: HOME,
        user: PERSON,
        title: 'Everything',
      },
      ...{ body: 'What do you think?', assignee: null, assignees: [], milestone: null, reactions: [] },
      ...{
        labels: names.slice(number - 1, number).map(labelOf),
        closed_at: null,
        created_at,
        updated_at: created_at,
      },
    })),
    of('issue_comments', comments, (number) => ({
      ...{ type: 'issue_comment', url: `${HOME}/issues/1#issuecomment-${number}`, issue: `${HOME}/issues/1` },
      ...{ user: PERSON, body: `The **${number}th** says the same, see #1.`, formatter: 'markdown' },
      ...{ reactions: [], created_at: textOf(number) },
    })),
  ];
}

/** Files that were uploaded, each with the text of its number. */
export function* uploads(count: number): Generator<readonly [name: string, body: Buffer]> {
  for (let number = 1; number <= count; number += 1) {
    yield [`attachments/mira/garden/${number}.txt`, Buffer.from(`upload ${number}`)];
  }
}

function labelOf(name: string): string {
  return `${HOME}/labels/${encodeURIComponent(name)}`;
}

function textOf(minutes: number): string {
  return `${new Date(START_MS + 60_000 * minutes).toISOString().slice(0, 19)}Z`;
}

/** Writes an archive of one repository whose folder has this many files. */
export async function writeTreeArchive(path: string, files: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-tree-'));
  try {
    for (const { prefix, records } of oneRepository({})) {
      const text = JSON.stringify([...records()]);
      await (text === '[]' ? undefined : writeFile(join(folder, `${prefix}_000001.json`), text));
    }
    await writeFile(join(folder, 'schema.json'), '{"version":"1.0.1"}');
    const git = join(folder, 'repositories/mira/garden.git');
    await mkdir(git, { recursive: true });
    run('git', ['init', '--quiet', '--bare', '--initial-branch=main', git]);
    run('git', ['-C', git, 'fast-import', '--quiet'], commitOf(files));
    run('tar', ['-czf', path, '-C', folder, '.']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function commitOf(files: number): string {
  const changes = Array.from({ length: files }, (_, index) => {
    const text = `export const number = ${index};\n`;
    return `M 100644 inline src/file-${index}.ts\ndata ${text.length}\n${text}`;
  });
  return `commit refs/heads/main\ncommitter Mira <mira@example.org> 1577836800 +0000\ndata 5\nBegin\n${changes.join('')}\n`;
}

function run(program: string, args: readonly string[], input = ''): void {
  const { status, stderr } = spawnSync(program, args, { input, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`Cannot run ${program}: ${stderr}`);
  }
}
