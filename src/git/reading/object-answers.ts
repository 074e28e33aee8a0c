import { unreadable } from './unreadable.ts';

export interface GitObject {
  readonly id: string;
  readonly type: 'blob' | 'tree' | 'commit' | 'tag';
  readonly sizeBytes: number;
  /** Undefined if only type and size were requested. */
  readonly bytes: Buffer | undefined;
}

/** Splits the output of `git cat-file --batch-command` into answers. */
export interface AnswerCutter {
  /** Accepts bytes of the output; throws `git-unreadable` if they are invalid. */
  push(chunk: Uint8Array): void;
}

interface AnswerCutterOptions {
  /** Whether the next answer includes the bytes of the object. */
  readonly bringsBytes: () => boolean;
  /** Called with each answer: undefined for a missing object. */
  readonly onAnswer: (object: GitObject | undefined) => void;
}

/** More than the longest header: an id with type and size, or a requested name. */
const MAX_HEAD_BYTES = 8 * 1024;
const HEAD = /^([0-9a-f]{40}|[0-9a-f]{64}) (blob|tree|commit|tag) (\d{1,15})$/;
const LINE_FEED = 0x0a;

export function createAnswerCutter({ bringsBytes, onAnswer }: AnswerCutterOptions): AnswerCutter {
  let parts: Buffer[] = [];
  let heldBytes = 0;
  let head: GitObject | undefined;

  function gather(): Buffer {
    const joined = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, heldBytes);
    parts = [joined];
    return joined;
  }

  function take(sizeBytes: number): Buffer {
    const held = gather();
    parts = held.length > sizeBytes ? [held.subarray(sizeBytes)] : [];
    heldBytes -= sizeBytes;
    return held.subarray(0, sizeBytes);
  }

  function takeHead(): boolean {
    const end = gather().indexOf(LINE_FEED);
    if (end < 0) {
      if (heldBytes > MAX_HEAD_BYTES) {
        throw unreadable('a git object', 'git gave an unexpected answer');
      }
      return false;
    }
    const object = readHead(
      take(end + 1)
        .toString('latin1')
        .trimEnd(),
    );
    if (object !== undefined && bringsBytes()) {
      head = object;
    } else {
      onAnswer(object);
    }
    return true;
  }

  function takeBytes({ sizeBytes, ...rest }: GitObject): boolean {
    if (heldBytes < sizeBytes + 1) {
      return false;
    }
    // A copy, since a view would keep the whole buffers of the pipe in memory.
    const bytes = Buffer.from(take(sizeBytes));
    take(1); // A line feed follows each object.
    head = undefined;
    onAnswer({ ...rest, sizeBytes, bytes });
    return true;
  }

  return {
    push(chunk) {
      parts.push(Buffer.from(chunk));
      heldBytes += chunk.length;
      // While a long object is incomplete, its chunks are not examined.
      while (heldBytes > 0 && (head === undefined ? takeHead() : takeBytes(head))) {}
    },
  };
}

function readHead(line: string): GitObject | undefined {
  if (/ (?:missing|ambiguous)$/.test(line)) {
    return undefined;
  }
  const [, id, type, size] = HEAD.exec(line) ?? [];
  if (id === undefined || !isType(type)) {
    throw unreadable('a git object', 'git gave an unexpected answer');
  }
  const sizeBytes = Number(size);
  return { id, type, sizeBytes, bytes: undefined };
}

function isType(type: string | undefined): type is GitObject['type'] {
  return type === 'blob' || type === 'tree' || type === 'commit' || type === 'tag';
}
