const LINE_FEED = 0x0a;

interface LineSplitterOptions {
  /** Longer lines are truncated. */
  readonly maxLineBytes: number;
  onLine(line: string): void;
  /** Decodes a line; by default, what is not UTF-8 is replaced. */
  readonly decode?: ((bytes: Buffer) => string) | undefined;
}

/** Splits a stream of bytes into lines; memory is bounded by the maximum line length. */
export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** Emits the last line if it has no line feed. */
  end(): void;
}

export function createLineSplitter({
  maxLineBytes,
  onLine,
  decode = (bytes) => bytes.toString('utf8'),
}: LineSplitterOptions): LineSplitter {
  let parts: Uint8Array[] = [];
  let lineBytes = 0;

  function take(part: Uint8Array): void {
    const kept = part.subarray(0, maxLineBytes - lineBytes);
    if (kept.length > 0) {
      parts.push(kept);
      lineBytes += kept.length;
    }
  }

  function flush(): void {
    const line = decode(Buffer.concat(parts, lineBytes));
    parts = [];
    lineBytes = 0;
    onLine(line);
  }

  return {
    push(chunk) {
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(LINE_FEED, start);
        if (end < 0) {
          break;
        }
        take(chunk.subarray(start, end));
        flush();
        start = end + 1;
      }
      // A copy, because the caller may reuse its buffer for the next chunk.
      take(new Uint8Array(chunk.subarray(start)));
    },
    end() {
      if (lineBytes > 0) {
        flush();
      }
    },
  };
}
