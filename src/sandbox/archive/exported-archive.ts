/** An archive as it was written; digests are lower-case hexadecimal. */
export interface ExportedArchive {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly md5: string;
  /** Records by the `type` that they carry; bots are users. */
  readonly counts: Readonly<Record<string, number>>;
  /** Entries of the tar that are files. */
  readonly files: number;
  /** Uploaded pictures with their bytes. */
  readonly attachments: number;
  /** Bare repositories, wikis included. */
  readonly gitRepositories: number;
}
