import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeUser } from '../../archive/support/make-records.ts';

const REPOSITORY = 'https://service.example/acme/app';

/** An issue for `writeArchiveFolder`. */
export interface FolderIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
}

export function issueUrl(number: number): string {
  return `${REPOSITORY}/issues/${number}`;
}

/** Writes an extracted archive of one repository with these issues, dated on a day of January 2026. */
export async function writeArchiveFolder(
  folder: string,
  day: number,
  issues: readonly FolderIssue[],
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const records = issues.map(({ number, ...fields }) => ({
    type: 'issue',
    url: issueUrl(number),
    repository: REPOSITORY,
    user: 'https://service.example/mira',
    ...fields,
    assignee: null,
    assignees: [],
    milestone: null,
    labels: [],
    reactions: [],
    closed_at: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }));
  const repository = {
    type: 'repository',
    url: REPOSITORY,
    owner: 'https://service.example/acme',
    name: 'app',
    description: null,
    website: null,
    private: false,
    has_issues: true,
    has_wiki: false,
    has_downloads: false,
    labels: [],
    collaborators: [],
    created_at: '2026-01-01T00:00:00Z',
    git_url: 'tarball://root/repositories/acme/app.git',
    default_branch: 'main',
    webhooks: [],
  };
  const files = {
    'schema.json': { version: '1.0.1' },
    'users_000001.json': [makeUser('mira'), makeUser('acme')],
    'repositories_000001.json': [repository],
    'issues_000001.json': records,
  };
  const time = new Date(Date.UTC(2026, 0, day));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), JSON.stringify(content));
    await utimes(join(folder, name), time, time);
  }
  return folder;
}
