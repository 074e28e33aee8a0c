import { drawPicture, type Picture } from './picture.ts';

/** Bytes of an upload as plain data: the text itself, or a picture to draw. */
export type FileContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'picture'; readonly picture: Picture };

/** The bytes, equal on every machine. */
export function renderFileContent(content: FileContent): Uint8Array {
  return content.type === 'text' ? Buffer.from(content.text) : drawPicture(content.picture);
}
