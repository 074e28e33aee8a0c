import { createSeededRandom } from '../../base/random.ts';
import { createRevision, type FileChange, type GitHistory, sign } from './git/git-history.ts';
import { DAY_MS, formatSeconds, HOUR_MS } from './timestamps.ts';
import type { World } from './world.ts';

export interface Gist {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly description: string;
  readonly isPublic: boolean;
  /** The files as they are now. */
  readonly files: readonly (FileChange & { readonly language: string; readonly type: string })[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly git: GitHistory;
}

const SHELL = { language: 'Shell', type: 'application/x-sh' };
const MARKDOWN = { language: 'Markdown', type: 'text/markdown' };
const PYTHON = { language: 'Python', type: 'application/x-python' };

const TEXTS = [
  {
    description: 'Rename photos by the day they were taken',
    isPublic: true,
    files: [
      {
        path: 'rename.py',
        text: 'import pathlib\n\nfor photo in pathlib.Path(".").iterdir():\n    print(photo)\n',
        ...PYTHON,
      },
      { path: 'README.md', text: '# Rename photos\n\nRun it in the folder with the photos.\n', ...MARKDOWN },
    ],
  },
  {
    description: '',
    isPublic: true,
    files: [{ path: 'cleanup.sh', text: '#!/bin/sh\nfind . -name "*.orig" -delete\n', ...SHELL }],
  },
  {
    description: 'Notes for the move to the new office',
    isPublic: false,
    files: [{ path: 'move.md', text: '# Move\n\n- [ ] order boxes\n- [ ] return the keys\n', ...MARKDOWN }],
  },
];

/** Invents the gists of the account, the most recently changed first. */
export function createGists({ seed, nowMs, account }: World): readonly Gist[] {
  const gists = TEXTS.map(({ description, isPublic, files }, index) => {
    const random = createSeededRandom(`${seed}/gists/${index}`);
    const madeMs = nowMs - random.integer(20, 400) * DAY_MS;
    const changedMs = madeMs + random.integer(1, 300) * HOUR_MS;
    const drafts = files.map(({ path, text }) => ({
      path,
      text: text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1),
    }));
    const first = createRevision({
      parents: [],
      changes: drafts,
      author: sign(account, madeMs),
      message: '',
    });
    const changes = files.map(({ path, text }) => ({ path, text }));
    const author = sign(account, changedMs);
    const { commit } = createRevision({ parents: [first], changes, author, message: '' });
    return {
      id: random.hex(32),
      description,
      isPublic,
      files,
      createdAt: formatSeconds(madeMs),
      updatedAt: formatSeconds(changedMs),
      git: {
        defaultBranch: 'main',
        commits: [first.commit, commit],
        refs: [{ name: 'refs/heads/main', sha: commit.sha }],
        tags: [],
      },
    };
  });
  return gists.toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
}

/** The account has starred the repositories of others, the last one first. */
export function createStars({ seed, nowMs, account, repositories }: World) {
  return repositories
    .filter(({ owner }) => owner !== account.login)
    .map((repository) => {
      const random = createSeededRandom(`${seed}/own stars/${repository.id}`);
      return { repository, starredAt: formatSeconds(nowMs - random.integer(1, 400) * DAY_MS) };
    })
    .toSorted((a, b) => Date.parse(b.starredAt) - Date.parse(a.starredAt));
}
