/** How pages show a file, by the extension of its name. Texts of other types are shown as lines of code. */
export interface FileType {
  readonly preview: 'picture' | 'audio' | 'video' | 'pdf' | 'table' | 'notebook' | 'prose';
  /** The type under which the bytes are sent. Browsers run nothing in these types, except in SVG as a document. */
  readonly contentType: string;
}

const TYPES: Readonly<Record<FileType['preview'], Readonly<Record<string, string>>>> = {
  picture: {
    avif: 'image/avif',
    bmp: 'image/bmp',
    gif: 'image/gif',
    ico: 'image/x-icon',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    svg: 'image/svg+xml',
    webp: 'image/webp',
  },
  audio: {
    flac: 'audio/flac',
    m4a: 'audio/mp4',
    mp3: 'audio/mpeg',
    oga: 'audio/ogg',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
    wav: 'audio/wav',
  },
  video: {
    m4v: 'video/mp4',
    mov: 'video/quicktime',
    mp4: 'video/mp4',
    ogv: 'video/ogg',
    webm: 'video/webm',
  },
  pdf: { pdf: 'application/pdf' },
  table: { csv: 'text/csv', tsv: 'text/tab-separated-values' },
  notebook: { ipynb: 'application/x-ipynb+json' },
  // Markup for reading that is not rendered.
  prose: {
    adoc: 'text/asciidoc',
    asciidoc: 'text/asciidoc',
    org: 'text/org',
    rst: 'text/x-rst',
    textile: 'text/x-textile',
  },
};

const BY_EXTENSION: ReadonlyMap<string, FileType> = new Map(
  Object.entries(TYPES).flatMap(([preview, types]) =>
    Object.entries(types).map(
      ([extension, contentType]) =>
        [extension, { preview: preview as FileType['preview'], contentType }] as const, // A key of the table.
    ),
  ),
);

/** The type of a file by its name; undefined for files without a preview of their own. */
export function fileTypeOf(name: string): FileType | undefined {
  return BY_EXTENSION.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

/** How pages show a file of this type whose name says nothing. */
export function previewOfType(contentType: string): FileType['preview'] | undefined {
  return [...BY_EXTENSION.values()].find((type) => type.contentType === contentType)?.preview;
}

/** Longer texts are only offered for download. Notebooks contain images, and may be longer. */
export function shownBytesOf(name: string): number {
  return (fileTypeOf(name)?.preview === 'notebook' ? 8 : 1) * 1024 * 1024;
}

/** The type under which browsers may show or play a file by its name; undefined for all others. */
export function shownTypeOf(name: string): string | undefined {
  const type = fileTypeOf(name);
  return type === undefined || !isShownType(type.contentType) ? undefined : type.contentType;
}

/** A pattern of the names of such files, without groups. */
export const SHOWN_NAMES = [TYPES.picture, TYPES.audio, TYPES.video]
  .flatMap((types) => Object.keys(types))
  .map((extension) => `.+[.]${extension.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)}`)
  .join('|');

/** Whether browsers may show or play bytes of this type: images, audio and video. */
export function isShownType(contentType: string): boolean {
  return SHOWN_TYPES.has(contentType.toLowerCase());
}

const SHOWN_TYPES: ReadonlySet<string> = new Set(
  [TYPES.picture, TYPES.audio, TYPES.video].flatMap((types) => Object.values(types)),
);
