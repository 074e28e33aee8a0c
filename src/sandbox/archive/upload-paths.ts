import type { Attachment, ReleaseAsset, UploadedFile } from '../world/repository-content.ts';

/** Where a picture's bytes are inside the archive. */
export function attachmentPath({ guid, name }: Pick<Attachment, 'guid' | 'name'>): string {
  return `attachments/${guid}/${name}`;
}

/** Where the bytes of another upload are. */
export function repositoryFilePath({ id, name }: Pick<UploadedFile, 'id' | 'name'>): string {
  return `repository_files/${id}/${name}`;
}

/** Where the bytes of a release's file are. */
export function releaseAssetPath({ guid, name }: Pick<ReleaseAsset, 'guid' | 'name'>): string {
  return `releases/${guid}/${name}`;
}
