export interface StoredObject {
  /** Relative to the store's prefix. */
  readonly key: string;
  readonly sizeBytes: number;
  /** Changes with the content: the ETag. */
  readonly version: string;
  /** By the clock of the server, milliseconds since the Unix epoch. */
  readonly writtenAtMs: number;
}

/** Files by key. A key appears only with its whole content; a reader sees the old content or the new. */
export interface ObjectStore {
  /** For messages: `s3://bucket/prefix`. */
  readonly name: string;
  /** All objects whose keys begin with `prefix`, ordered by key. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** The content of an object; undefined if it is absent. An interrupted transfer is resumed. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * Writes an object, replacing an existing one. Nothing appears if `content` fails. Large objects are uploaded in
   * parts, and an upload that was interrupted is resumed if its first parts have the same content.
   *
   * @param sizeBytes the expected size, if it is known: it determines the size of the parts
   */
  write(key: string, content: AsyncIterable<Uint8Array>, sizeBytes?: number): Promise<void>;
  /**
   * Writes a small object if there is none with this key or, if `former` is given, if the present one has that version;
   * otherwise the answer is `exists`. Some servers do not support this, and some replace any object and answer `created`,
   * which is also the answer if an object of the same content was found after an answer was lost.
   */
  create(key: string, text: string, former?: string): Promise<'created' | 'exists' | 'unsupported'>;
  /** Removes an object if it exists. */
  remove(key: string): Promise<void>;
  /**
   * Removes the parts of interrupted uploads of keys that are the caller's own: others may use the same bucket, or even the
   * prefix. The caller must know that no such upload is in progress.
   */
  removeUnfinished(isOwn: (key: string) => boolean): Promise<void>;
  close(): void;
}
