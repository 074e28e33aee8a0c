import { createReadStream } from 'node:fs';
import { FileNamer } from '../../base/safe-name.ts';
import type { Release, ReleaseAsset } from '../../reading/read-releases.ts';
import type { Database } from '../../store/database.ts';
import { type FileFolders, findBlob } from '../../store/file-folders.ts';
import { copyInto, type DumpFolder } from '../dump-place.ts';
import { type KeptUploads, TAR_ROOT } from '../text-addresses.ts';
import { type ForgeWriting, forgeTime } from './forge-threads.ts';
import type { YamlRecord } from './yaml.ts';

/** The release, and the tag, that has the uploads of a repository's texts: a forge restores no other files. */
export const ATTACHMENTS_TAG = 'satchel-attachments';

/** An upload of a repository as a file of the release of attachments. */
export interface ForgeAttachment {
  readonly url: string;
  readonly name: string;
  readonly contentType: string | null;
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly assetUrl: string | null;
  readonly sha256: string;
}

/** Prepares reading the uploads of a repository that the store has, each with a name of its own, and how many it has not. */
export function createForgeAttachments(
  db: Database,
  uploads: KeptUploads,
): (repo: string) => { readonly kept: readonly ForgeAttachment[]; readonly missing: number } {
  const columns =
    'url, name, content_type AS contentType, author, created_at AS createdAt, asset_url AS assetUrl';
  const select = db.prepare<
    { repo: string },
    Omit<ForgeAttachment, 'name' | 'sha256'> & { readonly name: string | null }
  >(
    `SELECT ${columns} FROM attachments WHERE repo = @repo
     UNION ALL SELECT ${columns} FROM repository_files WHERE repo = @repo ORDER BY url`,
  );
  return (repo) => {
    const rows = select.all({ repo });
    const namer = new FileNamer();
    const kept = rows.flatMap((row) => {
      const sha256 = uploads.keptDigestOf(row.assetUrl?.replace(TAR_ROOT, '') ?? '');
      const name = row.name ?? row.url.slice(row.url.lastIndexOf('/') + 1);
      return sha256 === undefined ? [] : [{ ...row, sha256, name: namer.nameOf(name) }];
    });
    return { kept, missing: rows.length - kept.length };
  };
}

interface ReleasesOrder extends ForgeWriting {
  readonly dump: DumpFolder;
  /** The folder of the repository in the dump. */
  readonly folder: string;
  readonly files: FileFolders;
}

/** Yields the releases of a repository, and the release of attachments, after their files were written. */
export async function* writeForgeReleases(
  releases: Iterable<Release>,
  attachments: readonly ForgeAttachment[],
  order: ReleasesOrder,
): AsyncGenerator<YamlRecord> {
  const tags = new Set<string>([ATTACHMENTS_TAG]);
  let number = 0;
  for (const release of releases) {
    const tag = release.tag ?? release.url.slice(release.url.lastIndexOf('/') + 1);
    if (tags.has(tag)) {
      order.tally.leaveOut('releases', 'a forge has one release for each tag');
      order.tally.leaveOut('release_assets', 'a forge has one release for each tag', release.assets.length);
      continue;
    }
    tags.add(tag);
    number += 1;
    order.tally.write('releases');
    const { id, name } = order.accountOf(release.author);
    yield {
      tag_name: tag,
      target_commitish: release.target ?? '',
      name: release.name ?? tag,
      body: order.textOf(release.body),
      draft: release.isDraft,
      prerelease: release.isPrerelease,
      publisher_id: id,
      publisher_name: name,
      publisher_email: '',
      assets: await writeAssets(`${number}`, release.assets, 'release_assets', order),
      created: forgeTime(release.createdAt),
      published: forgeTime(release.publishedAt ?? release.createdAt),
    };
  }
  if (attachments.length > 0) {
    yield {
      tag_name: ATTACHMENTS_TAG,
      target_commitish: '',
      name: 'Attachments',
      body: 'Files that were uploaded to issues, pull requests and comments before the repository was moved.',
      draft: false,
      prerelease: true,
      publisher_id: 0,
      publisher_name: 'Satchel',
      publisher_email: '',
      assets: await writeAssets('attachments', attachments, 'attachments', order),
      created: forgeTime(attachments[0]?.createdAt ?? null),
      published: forgeTime(attachments[0]?.createdAt ?? null),
    };
  }
}

/** Copies the files. Their paths are numbers: a forge reads them as parts of URLs, in which names would be changed. */
async function writeAssets(
  group: string,
  assets: readonly Pick<ReleaseAsset, 'name' | 'contentType' | 'createdAt' | 'sha256'>[],
  kind: 'release_assets' | 'attachments',
  { dump, folder, files, tally }: ReleasesOrder,
): Promise<readonly YamlRecord[]> {
  const written: YamlRecord[] = [];
  for (const [index, { name, contentType, createdAt, sha256 }] of assets.entries()) {
    const blob = sha256 === null ? undefined : findBlob(files, sha256);
    if (blob === undefined) {
      tally.leaveOut(kind, 'the store does not have the file');
      continue;
    }
    const path = `release_assets/${group}/${index + 1}`;
    const sizeBytes = await dump.addFile(`${folder}/${path}`, (file) =>
      copyInto(file, createReadStream(blob.path)),
    );
    tally.write(kind);
    written.push({
      id: index + 1,
      name: name ?? `${index + 1}`,
      content_type: contentType ?? 'application/octet-stream',
      size: sizeBytes,
      download_count: 0,
      created: forgeTime(createdAt),
      updated: forgeTime(createdAt),
      download_url: path,
    });
  }
  return written;
}
