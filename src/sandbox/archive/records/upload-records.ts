import type { JsonObject } from '../../../base/index.ts';
import { jsonFields } from '../../json-fields.ts';
import type { Attachment, RepositoryContent, Upload } from '../../world/repository-content.ts';
import {
  newerFields,
  type RecordContext,
  type RecordWriter,
  reactionList,
  TARBALL_ROOT,
} from './record-context.ts';

/** The uploaded pictures. */
export const attachmentRecords: RecordWriter = ({ content }, context) =>
  content.attachments.map((attachment) => ({
    type: 'attachment',
    url: attachment.url,
    ...newerFields(context, { legacy_url: null }),
    ...parentField(attachment, content, context),
    ...uploadFields(attachment, 'asset', context),
  }));

/** The uploads that are not pictures; only the text of bodies refers to them. */
export const repositoryFileRecords: RecordWriter = ({ content }, context) =>
  content.files
    .toSorted((a, b) => a.id - b.id)
    .map((file) => ({
      type: 'repository_file',
      url: file.url,
      repository: context.urls.repository(content.repository),
      ...uploadFields(file, 'file', context),
    }));

/** The releases. The format of their assets is known from importers only. */
export const releaseRecords: RecordWriter = ({ content }, context) =>
  content.releases.map((release) => ({
    type: 'release',
    url: context.urls.release(content.repository, release.slug),
    repository: context.urls.repository(content.repository),
    user: context.person(release.author),
    ...jsonFields(release, 'name', 'tagName', 'body', 'state'),
    pending_tag: release.tagName,
    prerelease: release.isPrerelease,
    target_commitish: release.target,
    release_assets: release.assets.map((asset) => uploadFields(asset, 'asset', context)),
    ...newerFields(context, { reactions: reactionList(release.reactions, 'Release', context) }),
    ...jsonFields(release, 'publishedAt', 'createdAt'),
  }));

function uploadFields(upload: Upload, prefix: 'asset' | 'file', { person }: RecordContext): JsonObject {
  return {
    user: person(upload.author),
    [`${prefix}_name`]: upload.name,
    [`${prefix}_content_type`]: upload.contentType,
    [`${prefix}_url`]: `${TARBALL_ROOT}/${upload.path}`,
    created_at: upload.createdAt,
  };
}

function parentField(
  { parent }: Attachment,
  { repository }: RepositoryContent,
  { urls }: RecordContext,
): JsonObject {
  const isComment = parent.type === 'issue_comment';
  const thread = urls.thread(isComment ? parent.threadType : parent.type, repository, parent.number);
  return { [parent.type]: isComment ? urls.issueComment(thread, parent.commentId) : thread };
}
