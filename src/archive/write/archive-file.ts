/** A file on its way into an archive. */
export interface ArchiveFile {
  /** Name in the tar, with `/` between its parts; one that ends in `/` is a folder. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Opened when the writer comes to it, and read once: `sizeBytes` bytes in chunks of any size. */
  readonly open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
