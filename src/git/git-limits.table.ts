/** What a repository of an archive, and a run of git over it, may cost at most. */
export interface GitLimits {
  /** Repositories that are staged from one archive. */
  readonly repositories: number;
  /** Bytes of HEAD or of one loose ref: an object id, or the name of another ref. */
  readonly refFileBytes: number;
  /** Bytes of names of packs, of loose refs and of findings that a stage keeps in memory, over all repositories. */
  readonly memoryBytes: number;
  /** Bytes of packed-refs of one repository. */
  readonly packedRefsBytes: number;
  /** Bytes of a ref name; git itself has no limit, but what it runs on has one for paths. */
  readonly refNameBytes: number;
  /** How many symbolic refs may lead to each other, as in git. */
  readonly symbolicRefDepth: number;
  /** Bytes of one line of git's output; the rest of a longer one is dropped. */
  readonly lineBytes: number;
  /** Bytes that one run of git may print. */
  readonly outputBytes: number;
  /** How long one run of git may take. */
  readonly runMs: number;
  /** Findings that the check of one repository brings. */
  readonly findings: number;
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Far above what hosted repositories have (a million refs, packs of tens of gigabytes), far below what would hurt. */
export const GIT_LIMITS: GitLimits = {
  repositories: 50_000,
  refFileBytes: 4 * KIBIBYTE,
  memoryBytes: 32 * MEBIBYTE,
  packedRefsBytes: 256 * MEBIBYTE,
  refNameBytes: 4 * KIBIBYTE,
  symbolicRefDepth: 5,
  lineBytes: 16 * KIBIBYTE,
  outputBytes: 1024 * MEBIBYTE,
  runMs: 3_600_000,
  findings: 10_000,
};
