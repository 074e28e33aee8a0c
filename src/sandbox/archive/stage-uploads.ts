import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileContent, renderFileContent } from '../world/picture.ts';
import type { Attachment, ReleaseAsset, UploadedFile } from '../world/repository-content.ts';
import type { StageOptions } from './stage-records.ts';

/** The path of a picture inside the archive. */
export function attachmentPath({ guid, name }: Pick<Attachment, 'guid' | 'name'>): string {
  return `attachments/${guid}/${name}`;
}

/** The path of another upload. */
export function repositoryFilePath({ id, name }: Pick<UploadedFile, 'id' | 'name'>): string {
  return `repository_files/${id}/${name}`;
}

/** The path of a release asset. */
export function releaseAssetPath({ guid, name }: Pick<ReleaseAsset, 'guid' | 'name'>): string {
  return `releases/${guid}/${name}`;
}

/** Writes attachments, other uploads and release assets; returns the number of attachments. */
export async function stageUploads({ context, request, directory, signal }: StageOptions): Promise<number> {
  const write = async (path: string, content: FileContent) => {
    signal?.throwIfAborted();
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, renderFileContent(content));
  };
  let attachments = 0;
  for (const { content } of context.repositories) {
    if (request.excludeAttachments !== true) {
      attachments += content.attachments.length;
      for (const attachment of content.attachments) {
        await write(attachmentPath(attachment), attachment.content);
      }
      for (const file of content.files) {
        await write(repositoryFilePath(file), file.content);
      }
    }
    if (request.excludeReleases !== true) {
      for (const asset of content.releases.flatMap((release) => release.assets)) {
        await write(releaseAssetPath(asset), asset.content);
      }
    }
  }
  return attachments;
}
