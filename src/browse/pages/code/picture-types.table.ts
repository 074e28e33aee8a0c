/** Pictures without a program in them, by the end of their names. SVG is a document that can hold scripts: it is none. */
const PICTURE_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avif: 'image/avif',
    bmp: 'image/bmp',
    gif: 'image/gif',
    ico: 'image/x-icon',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
  }),
);

/** The type of a picture that may be shown; undefined for all other files. */
export function pictureType(path: string): string | undefined {
  return PICTURE_TYPES.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

export function isShownPicture(path: string): boolean {
  return pictureType(path) !== undefined;
}
