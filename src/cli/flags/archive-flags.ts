import type { Command } from 'commander';
import type { IdentitySettings } from '../../app/archive-argument.ts';
import type { ReadArchiveOptions } from '../../archive/read-archive.ts';
import type { ArchiveLimits } from '../../model/archive-limits.table.ts';
import { flagsOf, parseByteCount, parseWholeNumber } from './flags.ts';
import { addIdentityFlag } from './identity-flags.ts';

export interface ArchiveFlags extends IdentitySettings {
  readonly maxUnpacked?: number;
  readonly maxEntries?: number;
  readonly maxEntrySize?: number;
  readonly maxRatio?: number;
  readonly maxRecordSize?: number;
  readonly maxNesting?: number;
  readonly splitter?: 'bytes' | 'stream-json';
}

interface LimitFlag {
  readonly name: keyof ArchiveFlags;
  readonly limit: keyof ArchiveLimits;
  readonly spelling: string;
  readonly words: string;
}

const LIMIT_FLAGS: readonly LimitFlag[] = [
  {
    name: 'maxUnpacked',
    limit: 'unpackedBytes',
    spelling: '--max-unpacked <size>',
    words: 'size of the unpacked tar',
  },
  { name: 'maxEntries', limit: 'entries', spelling: '--max-entries <number>', words: 'number of entries' },
  {
    name: 'maxEntrySize',
    limit: 'entryBytes',
    spelling: '--max-entry-size <size>',
    words: 'size of an entry',
  },
  {
    name: 'maxRatio',
    limit: 'decompressionRatio',
    spelling: '--max-ratio <number>',
    words: 'ratio of unpacked to packed size',
  },
  {
    name: 'maxRecordSize',
    limit: 'recordBytes',
    spelling: '--max-record-size <size>',
    words: 'size of a record',
  },
  {
    name: 'maxNesting',
    limit: 'recordNesting',
    spelling: '--max-nesting <number>',
    words: 'nesting of arrays and objects in a record',
  },
];

/** Adds the flags for reading limits, the splitter of record files, and the key for encrypted archives. */
export function addArchiveFlags(command: Command): void {
  const add = flagsOf(command, 'limits');
  for (const { spelling, words } of LIMIT_FLAGS) {
    const parse = spelling.endsWith('<size>') ? parseByteCount : parseWholeNumber;
    add(spelling, `maximum ${words}`, { parse });
  }
  add('--splitter <name>', 'how record files are split into records', {
    choices: ['bytes', 'stream-json'],
    default: 'bytes',
  });
  addIdentityFlag(command);
}

export function readingOf(flags: ArchiveFlags): Pick<ReadArchiveOptions, 'limits' | 'splitter'> {
  const limits = LIMIT_FLAGS.filter(({ name }) => flags[name] !== undefined).map(({ name, limit }) => [
    limit,
    flags[name],
  ]);
  return { limits: Object.fromEntries(limits), splitter: flags.splitter ?? 'bytes' };
}
