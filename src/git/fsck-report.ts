import { quoteText } from '../base/index.ts';
import type { FindingCode } from '../model/index.ts';

/** What a line of `git fsck` says, for a finding. */
export interface FsckRemark {
  readonly code: FindingCode;
  readonly message: string;
}

/** Reads what `git fsck` prints. The same words are told once, however often git repeats them. */
export interface FsckReport {
  readLine(line: string): void;
  remarks(): readonly FsckRemark[];
}

interface FsckReportOptions {
  /** The repository's path, which is taken out of git's words: it tells a reader nothing. */
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
      const message = `git fsck says ${quoteText(wordsOf(line, directory))}`;
      if (byMessage.size < maxRemarks && !byMessage.has(message)) {
        byMessage.set(message, { code: meaning, message });
      }
    },
    remarks() {
      // Where a link breaks that any ref leads to, git names the missing object too, and that is the damage.
      const isOnlyLinks = brokenLinkCount > 0 && damageCount === 0;
      return [...byMessage.values(), ...(isOnlyLinks ? [unusedLinks(brokenLinkCount)] : [])];
    },
  };
}

type LineMeaning = FindingCode | 'broken-link' | 'silent';

/** What the lines of `git fsck` mean (git-fsck, "DIAGNOSTICS" and "FSCK MESSAGES"); the first row that fits holds. */
const MEANINGS: readonly { readonly pattern: RegExp; readonly meaning: LineMeaning }[] = [
  // Refs are checked by themselves, so that also a check that dies early says all of them.
  { pattern: /^error: \S+: invalid \S+ pointer /, meaning: 'silent' },
  // Whole or not, what stands in such an object cannot be read.
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
    message: `${count} ${count === 1 ? 'link points' : 'links point'} to missing objects, from objects that no ref needs`,
  };
}
