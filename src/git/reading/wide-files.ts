import { diffLines } from '../../base/diff-lines.ts';
import type { Difference, FileDifference } from '../file-difference.ts';
import { type FileText, readFileText } from '../file-text.ts';
import { READING_LIMITS } from '../git-limits.table.ts';
import { createFileCollector } from './collect-file.ts';
import type { ObjectReader } from './read-objects.ts';

/**
 * Compares the files of a diff that git takes for binary, but that are texts in UTF-16, whose ASCII characters contain
 * null bytes.
 */
export async function compareWideFiles(
  difference: Difference,
  blob: ObjectReader['blob'],
  ignoresWhitespace = false,
): Promise<Difference> {
  const files: FileDifference[] = [];
  let binaryFiles = 0;
  for (const file of difference.files) {
    binaryFiles += Number(file.isBinary);
    const isRead = file.isBinary && file.kind === 'file' && binaryFiles <= READING_LIMITS.diffBinaryFiles;
    files.push(isRead ? await compareWideFile(file, blob, ignoresWhitespace) : file);
  }
  return { ...difference, files };
}

async function compareWideFile(
  file: FileDifference,
  blob: ObjectReader['blob'],
  ignoresWhitespace: boolean,
): Promise<FileDifference> {
  const texts: FileText[] = [];
  for (const id of [file.oldId, file.newId]) {
    const bytes =
      id === null
        ? Buffer.alloc(0)
        : (await blob(id, READING_LIMITS.diffBinaryBytes).catch(() => undefined))?.bytes;
    const read = bytes === undefined ? undefined : readFileText(bytes);
    if (read === undefined) {
      return file;
    }
    texts.push(read);
  }
  const [old, fresh] = texts.map(({ text }) => text.replace(/\r?\n$/, ''));
  const collector = createFileCollector();
  const hunks = diffLines(old ?? '', fresh ?? '', { ignoresWhitespace });
  for (const { beforeStart, beforeCount, afterStart, afterCount, lines } of hunks) {
    collector.takeHead(`@@ -${beforeStart},${beforeCount} +${afterStart},${afterCount} @@`);
    for (const line of lines) {
      collector.takeLine(line, true);
    }
  }
  const encoding = texts.findLast((text) => text.encoding !== null)?.encoding ?? null;
  return { ...file, ...collector.end(), encoding };
}
