import type { AnswerSources, ToolValues } from './open-answers.ts';
import { listHistory } from './tools/history.ts';
import { listRepositories } from './tools/list-repositories.ts';
import { querySql } from './tools/query-sql.ts';
import { readFile } from './tools/read-file.ts';
import { readThread } from './tools/read-thread.ts';
import { search } from './tools/search.ts';

interface ToolParameter {
  readonly type: 'string' | 'integer';
  readonly words: string;
  readonly isRequired?: boolean;
}

export interface Tool {
  /** What the tool does and answers, for the assistant that chooses among tools. */
  readonly words: string;
  readonly parameters: Readonly<Record<string, ToolParameter>>;
  readonly run: (values: ToolValues, sources: AnswerSources) => string | Promise<string>;
}

/** The tools of an assistant. All of them only read. */
export const TOOLS = {
  search: {
    words:
      'Searches issues, pull requests, reviews, comments, releases and discussions. All words must occur; qualifiers narrow: is:issue is:pr is:open is:merged author:LOGIN repo:OWNER/NAME label:NAME created:>2024-01-01, and AND, OR, -, "phrases". Each result has its number, state, author, and the passage with the words.',
    parameters: {
      query: { type: 'string', words: 'what to search for', isRequired: true },
      limit: { type: 'integer', words: 'how many results, at most 50; 10 by default' },
      after: { type: 'string', words: 'continues a search: the token at the end of its answer' },
    },
    run: search,
  },
  read_thread: {
    words:
      'Reads an issue or a pull request as Markdown: its text, and all comments, reviews and events, oldest first, with what was edited or deleted since. Long threads come in parts.',
    parameters: {
      thread: { type: 'string', words: 'OWNER/NAME#12, or its address at the service', isRequired: true },
      part: { type: 'integer', words: 'which part, from 1' },
    },
    run: readThread,
  },
  read_file: {
    words: 'Reads a file of a repository, or lists a folder, at a branch, a tag or a commit.',
    parameters: {
      repository: { type: 'string', words: 'OWNER/NAME', isRequired: true },
      path: { type: 'string', words: 'the file or folder; the top folder by default' },
      ref: { type: 'string', words: 'a branch, a tag or a commit; the default branch by default' },
      line: { type: 'integer', words: 'the first line, from 1' },
    },
    run: readFile,
  },
  list_repositories: {
    words:
      'Lists repositories with their descriptions and how many issues, pull requests and releases they have.',
    parameters: {
      owner: { type: 'string', words: 'only those of this account' },
      after: { type: 'string', words: 'continues a list: the last name of it' },
    },
    run: listRepositories,
  },
  history: {
    words:
      'Shows all kept versions of an issue, a pull request or a comment: former texts, and when it was edited or deleted.',
    parameters: {
      record: {
        type: 'string',
        words: 'OWNER/NAME#12, or the address of a thread or a comment',
        isRequired: true,
      },
    },
    run: listHistory,
  },
  query_sql: {
    words:
      'Runs one SELECT statement of SQLite on the store, for counts and lists that no search gives. The resource satchel://schema has its tables. Answers with at most 100 rows as tab-separated values.',
    parameters: { sql: { type: 'string', words: 'the statement', isRequired: true } },
    run: querySql,
  },
} as const satisfies Record<string, Tool>;
