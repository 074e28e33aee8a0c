import type { JsonObject } from '../../../base/index.ts';
import type { AttachmentParent, RepositoryContent } from '../../world/repository-content.ts';
import { attachmentPath, releaseAssetPath, repositoryFilePath } from '../stage-uploads.ts';
import {
  newerFields,
  type RecordContext,
  type RecordWriter,
  reactionList,
  TARBALL_ROOT,
} from './record-context.ts';

/** The uploaded pictures. */
export const attachmentRecords: RecordWriter = ({ content }, context) => {
  return content.attachments.map((attachment) => ({
    type: 'attachment',
    url: attachment.url,
    ...newerFields(context, { legacy_url: null }),
    ...parentField(attachment.parent, content, context),
    user: context.person(attachment.author),
    asset_name: attachment.name,
    asset_content_type: attachment.contentType,
    asset_url: `${TARBALL_ROOT}/${attachmentPath(attachment)}`,
    created_at: attachment.createdAt,
  }));
};

/** The uploads that are not pictures; only the text of bodies refers to them. */
export const repositoryFileRecords: RecordWriter = ({ content }, context) => {
  return content.files
    .toSorted((a, b) => a.id - b.id)
    .map((file) => ({
      type: 'repository_file',
      url: file.url,
      repository: context.urls.repository(content.repository),
      user: context.person(file.author),
      file_name: file.name,
      file_content_type: file.contentType,
      file_url: `${TARBALL_ROOT}/${repositoryFilePath(file)}`,
      created_at: file.createdAt,
    }));
};

/** The releases. The format of their assets is known from importers only. */
export const releaseRecords: RecordWriter = ({ content }, context) => {
  const { urls } = context;
  return content.releases.map((release) => ({
    type: 'release',
    url: urls.release(content.repository, release.slug),
    repository: urls.repository(content.repository),
    user: context.person(release.author),
    name: release.name,
    tag_name: release.tagName,
    body: release.body,
    state: release.state,
    pending_tag: release.tagName,
    prerelease: release.isPrerelease,
    target_commitish: release.target,
    release_assets: release.assets.map((asset) => ({
      user: context.person(asset.author),
      asset_name: asset.name,
      asset_content_type: asset.contentType,
      asset_url: `${TARBALL_ROOT}/${releaseAssetPath(asset)}`,
      created_at: asset.createdAt,
    })),
    ...newerFields(context, { reactions: reactionList(release.reactions, 'Release', context) }),
    published_at: release.publishedAt,
    created_at: release.createdAt,
  }));
};

function parentField(
  parent: AttachmentParent,
  { repository }: RepositoryContent,
  { urls }: RecordContext,
): JsonObject {
  const isComment = parent.type === 'issue_comment';
  const thread = urls.thread(isComment ? parent.threadType : parent.type, repository, parent.number);
  return { [parent.type]: isComment ? urls.issueComment(thread, parent.commentId) : thread };
}
