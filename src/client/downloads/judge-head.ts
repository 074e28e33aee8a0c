/** What the first bytes of a file show. */
export interface HeadVerdict {
  /** It begins as a gzip or a tar does. */
  readonly isArchive: boolean;
  /** It is a web page, or a document in XML or JSON. */
  readonly isDocument: boolean;
}

/** Web servers send files of unknown kind as web pages, too, so that an archive counts as one whatever its type says. */
export function judgeHead(head: Uint8Array, contentType: string | undefined): HeadVerdict {
  const start = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1', 0, 512);
  const isArchive = head[0] === GZIP_START || start.startsWith('ustar', TAR_MAGIC_OFFSET);
  return { isArchive, isDocument: !isArchive && (isPageType(contentType) || DOCUMENT_START.test(start)) };
}

/** True for the media types of web pages. */
export function isPageType(contentType: string | undefined): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(contentType ?? '');
}

/** RFC 1952, 2.3.1. */
const GZIP_START = 0x1f;

/** POSIX, "ustar Interchange Format". */
const TAR_MAGIC_OFFSET = 257;

/** After a byte order mark, if any: a tag, or an object of JSON. */
const DOCUMENT_START = /^(\u00ef\u00bb\u00bf)?\s*(<\s*[\w!?]|\{\s*["}])/;

/** Takes the first piece of a body, which is empty if the body is; the new body yields it, too. */
export async function takeHead(
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly body: AsyncIterable<Uint8Array> }> {
  const pieces = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  async function* all(): AsyncGenerator<Uint8Array, void, undefined> {
    if (first.done !== true) {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => pieces };
    }
  }
  return { head: first.done === true ? new Uint8Array() : first.value, body: all() };
}
