/** The roles that kept files have in their archives, and the table of the records that name them, if any do. */
export const KEPT_CONTENTS = {
  attachment: 'attachments',
  repository_file: 'repository_files',
  release_asset: 'release_assets',
  audit_log: undefined,
  log: undefined,
} as const satisfies Readonly<Record<string, string | undefined>>;

export type FileContent = keyof typeof KEPT_CONTENTS;

/** The tables of the records that name kept files, by `asset_url`. */
export const NAMING_TABLES = Object.values(KEPT_CONTENTS).filter((table) => table !== undefined);

export function isKeptContent(content: string): content is FileContent {
  return Object.hasOwn(KEPT_CONTENTS, content);
}
