import { pickGuid } from '../chance.ts';
import type { Attachment, AttachmentParent, UploadedFile } from '../repository-content.ts';
import { PICTURE_NAMES, UPLOAD_NAMES } from '../text/comment-phrases.table.ts';
import { formatSeconds } from '../timestamps.ts';
import type { Person } from '../world.ts';
import { fullNameOf, type Scene } from './scene.ts';

/** Since then the service gives uploads addresses without a user's number. */
const NEW_ADDRESSES_SINCE_MS = Date.UTC(2023, 5, 1);

/** Who uploads something, and when. */
export interface Upload {
  readonly author: Person;
  readonly timeMs: number;
}

/** Takes the uploads of a repository and says how bodies link to them. */
export interface UploadDesk {
  /** Markdown that shows a new picture. */
  addPicture(upload: Upload & { readonly parent: AttachmentParent }): string;
  /** Markdown that links to a new file. */
  addFile(upload: Upload): string;
  readonly attachments: readonly Attachment[];
  readonly files: readonly UploadedFile[];
}

/** Opens the desk of one repository, with nothing on it. */
export function createUploadDesk(scene: Scene): UploadDesk {
  const attachments: Attachment[] = [];
  const files: UploadedFile[] = [];
  return {
    attachments,
    files,
    addPicture(upload) {
      const attachment = createAttachment(scene, upload);
      attachments.push(attachment);
      const alternative = attachment.name.replace(/\.\w+$/, '').replaceAll(/[[\]]/g, '');
      return `![${alternative}](${attachment.url})`;
    },
    addFile(upload) {
      const file = createFile(scene, upload);
      files.push(file);
      return `[${file.name}](${file.url})`;
    },
  };
}

function createAttachment(
  { random, ids, webUrl }: Scene,
  { author, timeMs, parent }: Upload & { readonly parent: AttachmentParent },
): Attachment {
  const guid = pickGuid(random);
  const name = fillCount(random.pick(PICTURE_NAMES), random.integer(10, 99));
  const uploadId = ids('upload', timeMs);
  const url =
    timeMs < NEW_ADDRESSES_SINCE_MS
      ? `${webUrl}/user-images/${author.id}/${uploadId}-${guid}.png`
      : `${webUrl}/user-attachments/assets/${guid}`;
  return {
    guid,
    url,
    parent,
    author: author.login,
    name,
    contentType: 'image/png',
    createdAt: formatSeconds(timeMs),
    content: {
      type: 'picture',
      picture: { width: random.integer(80, 160), height: random.integer(50, 90), seed: guid },
    },
  };
}

function createFile(scene: Scene, { author, timeMs }: Upload): UploadedFile {
  const { random, ids, webUrl, theme } = scene;
  const [template, contentType] = random.pick(UPLOAD_NAMES);
  const name = fillCount(template, random.integer(10, 99));
  const id = ids('file', timeMs);
  const lines = Array.from(
    { length: random.integer(3, 30) },
    (_, index) => `${index + 1};${random.pick(theme.objects)};${random.integer(1, 9_999)}`,
  );
  return {
    id,
    url: `${webUrl}/${fullNameOf(scene)}/files/${id}/${encodeURIComponent(name)}`,
    author: author.login,
    name,
    contentType,
    createdAt: formatSeconds(timeMs),
    content: { type: 'text', text: `${lines.join('\n')}\n` },
  };
}

function fillCount(template: string, count: number): string {
  return template.replace('{count}', String(count));
}
