import type { ArchiveLimits } from '../model/index.ts';
import type { ArchiveEvent } from './archive-event.ts';
import type { KindReaders } from './kind-readers.ts';
import type { BodyTaker } from './one-tar.ts';
import { openRecordCutter, type SplitterName } from './record-cutter.ts';
import { createRecordJudge } from './record-judge.ts';

interface RecordFileOptions {
  readonly entryName: string;
  readonly kinds: KindReaders;
  readonly limits: ArchiveLimits;
  readonly emit: (event: ArchiveEvent) => void;
  readonly splitter: SplitterName;
}

/** Takes the bytes of one record file. */
export interface RecordFile extends BodyTaker {
  /** Passes on the records gathered so far. */
  flush(): void;
}

/** Reads one record file where it is unpacked: what is cut is judged at once, and emitted by batches. */
export function openRecordFile(options: RecordFileOptions): RecordFile {
  const judge = createRecordJudge(options);
  const cutter = openRecordCutter({ ...options, onRecord: judge.take });
  return {
    write: (chunk) => cutter.write(chunk),
    flush: judge.flush,
    end(isWhole) {
      cutter.end(isWhole);
      judge.flush();
    },
  };
}
