import { quoteText } from '../base/terminal-text.ts';
import type { FindingCode } from '../model/findings.table.ts';
import { createFinding, type Finding } from '../model/findings.ts';
import type { GitEnding } from './run-git.ts';
import type { StagedRepository } from './staged-repository.ts';

/** Collects the findings of one repository up to a limit, and reports when there were more. */
export interface RepositoryFindings {
  add(code: FindingCode, message: string, url?: string): void;
  /** Adds a finding if git was stopped, crashed or had a nonzero exit status. */
  addEnding(command: string, ending: GitEnding): void;
  list(): readonly Finding[];
}

/** Includes the findings of the stage. */
export function createRepositoryFindings(
  { archivePath, findings }: StagedRepository,
  maxFindings: number,
): RepositoryFindings {
  const kept: Finding[] = findings.slice(0, maxFindings);
  let isOverLimit = findings.length > kept.length;

  function make(code: FindingCode, message: string, url?: string): Finding {
    const place = { entryName: archivePath, ...(url === undefined ? {} : { url }) };
    return createFinding(code, inRepository(archivePath, message), place);
  }

  function add(code: FindingCode, message: string, url?: string): void {
    if (kept.length < maxFindings) {
      kept.push(make(code, message, url));
    } else {
      isOverLimit = true;
    }
  }

  return {
    add,
    addEnding(command, { status, stoppedBy }) {
      if (stoppedBy !== undefined) {
        add('limit-exceeded', `git ${command} was stopped: ${LIMIT_WORDS[stoppedBy]}`);
      } else if (status !== 0) {
        add(
          'git-damaged',
          `git ${command} ${status === undefined ? 'was interrupted' : `ended with status ${status}`}`,
        );
      }
    },
    list: () =>
      isOverLimit ? [...kept, make('limit-exceeded', `More than ${maxFindings} findings`)] : [...kept],
  };
}

const LIMIT_WORDS = { time: 'it took too long', output: 'it printed too much' } as const;

/** A message that names the repository, so that it can be read without the other fields of the finding. */
export function inRepository(archivePath: string, message: string): string {
  return `In ${quoteText(archivePath)}: ${message}`;
}
