import type { SystemFailureCode } from './failure.ts';

interface SystemErrorRow {
  /** The cause, to be read after a colon. */
  readonly words: string;
  /** Default: `file-system`. */
  readonly failure?: SystemFailureCode;
  readonly hint?: string;
}

/** File system errors in words (errno(3)); for all others, the system's own message is shown. */
export const SYSTEM_ERRORS: Readonly<Partial<Record<string, SystemErrorRow>>> = {
  ENOSPC: { words: 'no space is left on the device', failure: 'disk-full' },
  EDQUOT: {
    words: 'the disk quota of this user is used up',
    failure: 'disk-full',
    hint: 'Free some space or have the quota raised, and try again',
  },
  ENOENT: { words: 'there is no such file or directory', failure: 'absent' },
  EACCES: { words: 'permission denied' },
  EPERM: { words: 'the system does not permit it' },
  EROFS: { words: 'the file system is read-only', hint: 'Mount it for writing, or name another path' },
  EIO: {
    words: 'the device reports an error',
    hint: 'Check the disk and its cables; see the system log',
  },
  ENXIO: { words: 'there is no such device' },
  ENODEV: { words: 'there is no such device' },
  EFBIG: { words: 'the file is too large for the file system, or exceeds the limit of this process' },
  ENAMETOOLONG: { words: 'the name is too long for the file system', hint: 'Name a shorter path' },
  ENOTDIR: { words: 'part of the path is a file, not a directory', hint: 'Check the path' },
  EISDIR: { words: 'it is a directory', hint: 'Check the path' },
  EEXIST: { words: 'a file or folder of that name exists already', hint: 'Check the path' },
  ENOTEMPTY: { words: 'the directory is not empty', hint: 'Check the path' },
  ELOOP: { words: 'its symbolic links form a loop', hint: 'Check the links in the path' },
  EMLINK: { words: 'the file has too many links' },
  EMFILE: { words: 'too many files are open', hint: 'Raise the limit with "ulimit -n 4096" and try again' },
  ENFILE: { words: 'the system has too many files open', hint: 'Wait, or raise the limit of the system' },
  EBUSY: { words: 'another program is using it', hint: 'Wait for the other program and try again' },
  ETXTBSY: { words: 'another program is using it', hint: 'Wait for the other program and try again' },
  ESTALE: {
    words: 'the file is no longer available on the network file system',
    hint: 'Mount it again and try again',
  },
  ETIMEDOUT: { words: 'the network file system does not answer', hint: 'Check the mount and try again' },
  EREMOTEIO: { words: 'the network file system reports an error', hint: 'Check the mount and try again' },
  ENOMEM: { words: 'the system is out of memory', hint: 'Close other programs and try again' },
  EINVAL: { words: 'the file system does not accept it' },
  ENOTSUP: { words: 'the file system does not support it' },
  EOPNOTSUPP: { words: 'the file system does not support it' },
  ENOSYS: { words: 'the file system does not support it' },
};
