/**
 * Takes the bytes of one file of an archive while they stream past. Both calls return when the bytes are taken:
 * a slow sink slows the reader. A sink that throws ends the reading with its error.
 */
export interface FileSink {
  write(chunk: Uint8Array): void;
  /** The file is whole. It is not called where the archive breaks off inside the file. */
  end(): void;
}
