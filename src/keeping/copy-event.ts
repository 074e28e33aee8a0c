/** What is copied. */
export type CopiedKind = 'archive' | 'file' | 'repository' | 'store';

/** What a copy of a vault does. */
export type CopyEvent =
  /** This has been copied, or would be. */
  | { readonly type: 'copied'; readonly kind: CopiedKind; readonly name: string; readonly sizeBytes: number }
  /** Bytes of one archive or of the store that have been copied. */
  | {
      readonly type: 'copying';
      readonly kind: CopiedKind;
      readonly name: string;
      readonly doneBytes: number;
      readonly totalBytes: number;
    }
  | { readonly type: 'trouble'; readonly message: string };
