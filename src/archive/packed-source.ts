/** A tar or tar.gz, from a file or a stream. */
export interface PackedSource {
  readonly type: 'packed';
  /** What sentences call it: its path, or what the caller named the stream. */
  readonly name: string;
  readonly isGzip: boolean;
  /** Bytes of the file, or undefined where only the end of the stream tells. */
  readonly sizeBytes: number | undefined;
  /** The bytes from the start, until the signal ends them with an error. A stream can be opened once only. */
  open(signal?: AbortSignal): AsyncIterable<Buffer>;
  /** What was wrong with the encryption around the archive, once its bytes are at an end. */
  readonly damage?: () => string | undefined;
}
