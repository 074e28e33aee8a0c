import type { FindingCode } from '../../model/findings.table.ts';
import type { RecordKind } from '../../model/record-kinds.table.ts';
import type { EntryClass } from '../archive-event.ts';

/** Classes of entries that records refer to by path; the git directories of wikis are recognized by name. */
export type UploadClass =
  | Extract<EntryClass, 'attachment' | 'repository_file' | 'release_asset' | 'git'>
  | 'wiki';

interface UploadClassRow {
  readonly class: UploadClass;
  readonly words: { readonly one: string; readonly several: string };
  /** For a referenced entry that is not in the archive. */
  readonly missing: FindingCode;
  /** For referenced entries if the archive has none of the class, because they were excluded from the export. */
  readonly excluded: FindingCode;
  /** For an entry that no record refers to. */
  readonly unclaimed: FindingCode;
}

/** The classes; the index of a class is its tag in keys. */
export const UPLOAD_CLASSES: readonly UploadClassRow[] = [
  {
    class: 'attachment',
    words: { one: 'attachment', several: 'attachments' },
    missing: 'attachment-missing',
    excluded: 'attachment-excluded',
    unclaimed: 'attachment-unclaimed',
  },
  {
    class: 'repository_file',
    words: { one: 'uploaded file', several: 'uploaded files' },
    missing: 'attachment-missing',
    excluded: 'attachment-excluded',
    unclaimed: 'attachment-unclaimed',
  },
  {
    class: 'release_asset',
    words: { one: 'release asset', several: 'release assets' },
    missing: 'attachment-missing',
    excluded: 'attachment-excluded',
    unclaimed: 'attachment-unclaimed',
  },
  {
    class: 'git',
    words: { one: 'git directory', several: 'git directories' },
    missing: 'git-directory-missing',
    excluded: 'git-directory-excluded',
    unclaimed: 'git-directory-unclaimed',
  },
  {
    class: 'wiki',
    words: { one: 'wiki', several: 'wikis' },
    missing: 'wiki-missing',
    excluded: 'wiki-missing',
    unclaimed: 'git-directory-unclaimed',
  },
];

/** The class of an entry: the paths of a repository and its wiki only differ in the ending. */
export function uploadClassAt(path: string, entryClass: UploadClass): UploadClass {
  return entryClass === 'git' && path.endsWith('.wiki.git') ? 'wiki' : entryClass;
}

interface ClaimRow {
  readonly path: `/${string}`;
  readonly class: UploadClass;
}

/** Members of records that refer to an entry, as `tarball://root/<path>` (archive format 2.4, 2.15 to 2.17). */
export const CLAIMS: Readonly<Partial<Record<RecordKind, readonly ClaimRow[]>>> = {
  attachment: [{ path: '/asset_url', class: 'attachment' }],
  repository_file: [{ path: '/file_url', class: 'repository_file' }],
  release: [{ path: '/release_assets/*/asset_url', class: 'release_asset' }],
  repository: [
    { path: '/git_url', class: 'git' },
    { path: '/wiki_url', class: 'git' },
  ],
};
