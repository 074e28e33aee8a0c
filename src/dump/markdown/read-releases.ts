import type { Database } from '../../store/index.ts';
import type { DocumentSource, MarkdownDocument } from './document-source.ts';
import { frontMatter } from './front-matter.ts';
import { accountText, inlineText, joinBlocks, timeText } from './markdown-text.ts';
import { lastSegment } from './reference-text.ts';
import type { TextReaders } from './text-readers.ts';

interface ReleaseRow {
  readonly id: number;
  readonly tag_name: string | null;
  readonly name: string | null;
  readonly author: string | null;
  readonly state: string | null;
  readonly is_prerelease: number | null;
  readonly target_commitish: string | null;
  readonly created_at: string | null;
  readonly published_at: string | null;
  readonly url: string;
  readonly body: string | null;
}

interface AssetRow {
  readonly name: string | null;
  readonly content_type: string | null;
  readonly asset_url: string | null;
}

interface ReleaseOptions {
  readonly repo: string | null;
  readonly readers: TextReaders;
  /** The link to a file by its place in the tar; undefined where the dump has no copy. */
  readonly linkOf: (assetUrl: string) => string | undefined;
}

/** Opens the releases of a repository, with links to their assets. */
export function openReleases(db: Database, { repo, readers, linkOf }: ReleaseOptions): DocumentSource {
  const rows = db.prepare<[string | null], ReleaseRow>(
    'SELECT * FROM releases WHERE repo IS ? ORDER BY coalesce(published_at, created_at), id',
  );
  const assets = db.prepare<[number], AssetRow>(
    'SELECT name, content_type, asset_url FROM release_assets WHERE release_id = ? ORDER BY position',
  );
  function* documents(): Generator<MarkdownDocument> {
    for (const row of rows.iterate(repo)) {
      const tag = row.tag_name ?? lastSegment(row.url);
      const title = row.name === null || row.name === '' ? tag : row.name;
      const at = row.published_at ?? row.created_at;
      const isDraft = row.state === 'draft';
      const files = assets.all(row.id).map((asset) => assetLine(asset, linkOf));
      yield {
        name: tag,
        label: inlineText(tag),
        note: [
          ...(title === tag ? [] : [inlineText(title)]),
          ...(isDraft ? ['draft'] : []),
          ...(row.is_prerelease === 1 ? ['pre-release'] : []),
          (at ?? '').slice(0, 10),
        ].join(' · '),
        text: `${describeRelease(row, repo)}\n${joinBlocks([
          `# ${inlineText(title)}`,
          `${accountText(row.author)} ${isDraft ? 'drafted' : 'published'} this release on ${timeText(at)}`,
          readers.bodyOf(row.body),
          readers.reactionsTo(row.id),
          ...(files.length > 0 ? ['---', `**Assets**\n\n${files.join('\n')}`] : []),
        ])}\n`,
      };
    }
  }
  return { kind: 'release', heading: 'Releases', folder: 'releases', documents: documents() };
}

function describeRelease(row: ReleaseRow, repo: string | null): string {
  return frontMatter({
    title: row.name === '' ? row.tag_name : (row.name ?? row.tag_name),
    kind: 'release',
    repo,
    tag: row.tag_name,
    state: row.state,
    prerelease: row.is_prerelease === null ? null : row.is_prerelease === 1,
    author: row.author,
    created_at: row.created_at,
    published_at: row.published_at,
    target: row.target_commitish,
    url: row.url,
  });
}

function assetLine({ name, content_type, asset_url }: AssetRow, linkOf: ReleaseOptions['linkOf']): string {
  const text = inlineText(name ?? 'a file without a name');
  const link = asset_url === null ? undefined : linkOf(asset_url);
  const kind = content_type === null ? '' : ` (${inlineText(content_type)})`;
  return `- ${link === undefined ? text : `[${text}](${link})`}${kind}`;
}
