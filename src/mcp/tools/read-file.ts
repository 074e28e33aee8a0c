import { quoteText } from '../../base/terminal-text.ts';
import { readFileText } from '../../git/file-text.ts';
import type { GitRepository } from '../../git/open-repository.ts';
import { Failure } from '../../model/failure.ts';
import { findGitFolder } from '../../store/file-folders.ts';
import type { AnswerSources, ToolValues } from '../open-answers.ts';
import { MAX_ANSWER_CHARACTERS, withSource } from './answer-text.ts';

const MAX_FILE_BYTES = 10 * 1024 * 1024;

export async function readFile(values: ToolValues, sources: AnswerSources): Promise<string> {
  const repo = sources.reading.spellRepository(String(values['repository']));
  const path = String(values['path'] ?? '').replace(/^\/+|\/+$/g, '');
  const git = openGit(repo, sources);
  const ref = String(values['ref'] ?? 'HEAD');
  const commit = await git.find(ref);
  if (commit === undefined) {
    throw new Failure(
      'absent',
      `Cannot find ${quoteText(ref)} in ${repo}: it is not a branch, tag or commit`,
      {
        hint: 'Leave it out to read the default branch',
      },
    );
  }
  const place = `${repo} ${path} at ${ref === 'HEAD' ? '' : `${ref}, `}${commit.slice(0, 10)}`;
  const folder = await git.folder(commit, path);
  if (folder !== undefined) {
    const names = folder.map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name));
    return withSource([place, ...names].join('\n').slice(0, MAX_ANSWER_CHARACTERS), sources);
  }
  return withSource(`${place}\n${await linesOf(git, commit, path, Number(values['line'] ?? 1))}`, sources);
}

function openGit(repo: string, { folders, git, findGit }: AnswerSources): GitRepository {
  const kept = folders && findGit(repo, false);
  const directory = kept && folders && findGitFolder(folders, kept.folder);
  if (directory === undefined) {
    throw new Failure('absent', `Cannot read files of ${repo}: the store does not have its git data`);
  }
  return git.open(directory);
}

async function linesOf(git: GitRepository, commit: string, path: string, first: number): Promise<string> {
  const entry = await git.entry(commit, path);
  const blob = entry === undefined ? undefined : await git.blob(entry.id, MAX_FILE_BYTES);
  if (blob === undefined) {
    throw new Failure('absent', `Cannot read ${quoteText(path)}: there is no such file or folder`, {
      hint: 'Read the folder that it should be in first',
    });
  }
  const text = blob.bytes && readFileText(blob.bytes)?.text;
  if (text === undefined) {
    return `It has ${blob.sizeBytes} bytes and is not a text, or too large.`;
  }
  const lines = text.split('\n');
  let shown = '';
  let next = Math.max(1, first);
  for (; next <= lines.length; next += 1) {
    const line = `${lines[next - 1]}\n`;
    if (shown.length + line.length > MAX_ANSWER_CHARACTERS && shown !== '') {
      break;
    }
    shown += line.slice(0, MAX_ANSWER_CHARACTERS);
  }
  const more = next > lines.length ? '' : `\nMore: line=${next} of ${lines.length}`;
  return `${shown}${more}`;
}
