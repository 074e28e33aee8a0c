/**
 * Receives the bytes of one file of an archive. Both calls are synchronous, so a slow sink slows the reader down. If a
 * sink throws, reading ends with its error.
 */
export interface FileSink {
  write(chunk: Uint8Array): void;
  /** The file is complete. Not called if the archive ends inside of the file. */
  end(): void;
}
