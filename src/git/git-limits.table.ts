/** Limits for the repositories of an archive, and for one run of git. */
export interface GitLimits {
  /** Repositories staged from one archive. */
  readonly repositories: number;
  /** Bytes of HEAD or of one loose ref, which contains an object id or the name of another ref. */
  readonly refFileBytes: number;
  /** Bytes of names of packs and loose refs and of findings that a stage holds in memory, for all repositories. */
  readonly memoryBytes: number;
  /** Bytes of the packed-refs file of one repository. */
  readonly packedRefsBytes: number;
  /** Bytes of a ref name. Git itself has no limit, but operating systems limit the length of paths. */
  readonly refNameBytes: number;
  /** Length of a chain of symbolic refs, as in git. */
  readonly symbolicRefDepth: number;
  /** Bytes of one line of git's output; longer lines are truncated. */
  readonly lineBytes: number;
  /** Bytes of output of one run of git. */
  readonly outputBytes: number;
  /** Duration of one run of git. */
  readonly runMs: number;
  /** Duration of one exchange with a server, and of its silence. */
  readonly cloneMs: number;
  readonly silenceMs: number;
  /** How often it fetches before it gives up. */
  readonly fetchTries: number;
  /** Bytes that one fetch may bring, the room on the disk that it leaves, and how often both are looked at. */
  readonly fetchBytes: number;
  readonly spareBytes: number;
  readonly watchMs: number;
  /** Findings for one repository. */
  readonly findings: number;
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Far above the needs of hosted repositories (a million refs, packs of tens of gigabytes), and still harmless. */
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
  cloneMs: 6 * 3_600_000,
  silenceMs: 300_000,
  fetchTries: 5,
  fetchBytes: 100 * 1024 * MEBIBYTE,
  spareBytes: 256 * MEBIBYTE,
  watchMs: 250,
  findings: 10_000,
};

/** Limits for reading a repository while a user waits. */
export const READING_LIMITS = {
  /** Duration of one run of git. */
  runMs: 10_000,
  /** Duration of the search for the newest commit of each name in a folder, and the number of commits searched. */
  newestMs: 2_000,
  newestCommits: 500,
  /** The names for which such commits are remembered. */
  newestNames: 50_000,
  /** Time limit for one answer of the object process. */
  answerMs: 10_000,
  /** An object process ends after this time without requests. */
  idleMs: 60_000,
  /** Object processes that stay open, and concurrent runs of git. */
  openProcesses: 8,
  runs: 4,
  /** Bytes of a tree, a commit or a tag. */
  objectBytes: 16 * MEBIBYTE,
  /** Branches and tags that are listed. */
  refs: 50_000,
  /** Branches, and tags, that contain a commit, and the duration of the search for each. */
  containing: 20,
  containingMs: 2_000,
  /** Files that are listed for one commit. */
  files: 100_000,
  /** Bytes of the output of one listing. */
  listingBytes: 32 * MEBIBYTE,
  /** Bytes of one output of git that is kept for the next time, and of all of them. */
  keptOutputBytes: 256 * KIBIBYTE,
  keptBytes: 8 * MEBIBYTE,
  /** Files, lines and bytes of one diff, lines of one file, and characters of one line. */
  diffFiles: 3_000,
  diffLines: 30_000,
  diffLinesOfFile: 4_000,
  diffBytes: 32 * MEBIBYTE,
  diffLineChars: 4_000,
  /** Binary files of one diff that are looked at for texts in UTF-16, and bytes of one of them. */
  diffBinaryFiles: 100,
  diffBinaryBytes: MEBIBYTE,
  /** Lines of a file that can be blamed. */
  blameLines: 50_000,
  /** Bytes of a file that is streamed. */
  streamBytes: 1024 * MEBIBYTE,
} as const;
