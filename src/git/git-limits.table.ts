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

/** What reading a repository for a person who waits may cost. */
export const READING_LIMITS = {
  /** How long one run of git may take. */
  runMs: 10_000,
  /** How long a walk for the newest commit of each name of a folder may take, and over how many commits. */
  newestMs: 2_000,
  newestCommits: 500,
  /** How long one answer of the process for objects may take. */
  answerMs: 10_000,
  /** How long a process for objects stays without being asked. */
  idleMs: 60_000,
  /** Processes for objects that stay open, and runs of git that are under way at once. */
  openProcesses: 8,
  runs: 4,
  /** Bytes of a tree, a commit or a tag. */
  objectBytes: 16 * MEBIBYTE,
  /** Branches and tags that are read. */
  refs: 50_000,
  /** Files that are listed of one commit. */
  files: 100_000,
  /** Bytes of the output of one listing. */
  listingBytes: 32 * MEBIBYTE,
  /** Files, lines and bytes of one difference; characters of one of its lines. */
  diffFiles: 3_000,
  diffLines: 30_000,
  diffLinesOfFile: 4_000,
  diffBytes: 32 * MEBIBYTE,
  diffLineChars: 4_000,
  /** Lines of a file whose authors are asked for. */
  blameLines: 50_000,
  /** Bytes of a file that is handed over as it is. */
  streamBytes: 1024 * MEBIBYTE,
} as const;
