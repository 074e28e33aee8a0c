import { quoteText } from '../base/terminal-text.ts';
import type { FindingCode } from '../model/findings.table.ts';

/** A message of `git fsck`, as a finding. */
export interface FsckRemark {
  readonly code: FindingCode;
  readonly message: string;
}

/** Parses the output of `git fsck`. Repeated messages are reported once. */
export interface FsckReport {
  readLine(line: string): void;
  remarks(): readonly FsckRemark[];
}

interface FsckReportOptions {
  /** The path of the repository, which is removed from messages because it means nothing to the user. */
  readonly directory: string;
  readonly maxRemarks: number;
}

export function createFsckReport({ directory, maxRemarks }: FsckReportOptions): FsckReport {
  const byMessage = new Map<string, FsckRemark>();
  let brokenLinkCount = 0;
  let damageCount = 0;
  return {
    readLine(line) {
      const meaning = MEANINGS.find(({ pattern }) => pattern.test(line))?.meaning;
      if (meaning === 'broken-link') {
        brokenLinkCount += 1;
      }
      if (meaning === undefined || meaning === 'broken-link' || meaning === 'silent') {
        return;
      }
      damageCount += meaning === 'git-damaged' ? 1 : 0;
      const message = `git fsck reports ${quoteText(wordsOf(line, directory))}`;
      if (byMessage.size < maxRemarks && !byMessage.has(message)) {
        byMessage.set(message, { code: meaning, message });
      }
    },
    remarks() {
      // If a ref leads to the broken link, git also reports the missing object, which is the actual damage.
      const isOnlyLinks = brokenLinkCount > 0 && damageCount === 0;
      return [...byMessage.values(), ...(isOnlyLinks ? [unusedLinks(brokenLinkCount)] : [])];
    },
  };
}

type LineMeaning = FindingCode | 'broken-link' | 'silent';

/** Meanings of lines of `git fsck` (git-fsck, "DIAGNOSTICS" and "FSCK MESSAGES"); the first matching row applies. */
const MEANINGS: readonly { readonly pattern: RegExp; readonly meaning: LineMeaning }[] = [
  // Refs are checked separately, so that all are reported even if git fsck ends early.
  { pattern: /^error: \S+: invalid \S+ pointer /, meaning: 'silent' },
  // The content of such an object cannot be read, even if its bytes are intact.
  { pattern: /^error in \w+ \w+: (?:badTree|unknownType):/, meaning: 'git-damaged' },
  { pattern: /^error in (?:commit|tree|blob|tag) /, meaning: 'git-object-odd' },
  { pattern: /^warning in (?:commit|tree|blob|tag) /, meaning: 'git-object-untidy' },
  { pattern: /^fatal: attempting to allocate /, meaning: 'limit-exceeded' },
  { pattern: /^(?:error|fatal): /, meaning: 'git-damaged' },
  { pattern: /^missing \w+ /, meaning: 'git-damaged' },
  { pattern: /^broken link from /, meaning: 'broken-link' },
];

function wordsOf(line: string, directory: string): string {
  return line
    .replace(/^(?:error|fatal): /, '')
    .replaceAll(`${directory}/`, '')
    .replaceAll(directory, 'the repository');
}

function unusedLinks(count: number): FsckRemark {
  return {
    code: 'git-object-odd',
    message: `${count} ${count === 1 ? 'link points' : 'links point'} to missing objects, from objects that no ref reaches`,
  };
}
