import { html, raw } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import { lastSegment } from '../../../base/text-ends.ts';
import { isMarkdown } from '../../../git/read-readme.ts';
import type { Frame, MarkdownContext, Markup } from '../../frame.ts';
import { linesOf } from '../../pages/code/read-blob.ts';
import { codeLines, MAX_LINES } from '../code/code-text.ts';
import { countOf, countText } from '../counts.ts';
import { otherQuery } from '../pager.ts';
import { type FileType, fileTypeOf, previewOfType } from './file-types.table.ts';
import { MAX_COLUMNS, MAX_ROWS, readTable, separatorIn } from './read-table.ts';
import { showNotebook } from './show-notebook.ts';

/** A file to show on a page. */
export interface ShownFile {
  /** Its name or path; the extension determines how it is shown. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Null if it is binary or too long to show. */
  readonly text: string | null;
  readonly isBinary: boolean;
  /** The encoding of the text; null for UTF-8. */
  readonly encoding: string | null;
  /** The address of its bytes. */
  readonly bytesPath: string;
  /** The type that an archive gives for it; used if the name has no known extension. */
  readonly contentType?: string | null;
  /** For the texts in it. */
  readonly context: MarkdownContext;
}

/** Whether a text is shown in a form other than its source. */
export function hasRendering(file: ShownFile): boolean {
  return file.text !== null && file.text !== '' && (isMarkdown(file.path) || previewOf(file) !== undefined);
}

function previewOf({ path, contentType }: ShownFile): FileType['preview'] | undefined {
  return fileTypeOf(path)?.preview ?? previewOfType(contentType ?? '');
}

/** The content of a file: rendered, played, or as numbered lines. */
export function showFile(file: ShownFile, frame: Frame): Markup | Promise<Markup> {
  const { path, text, bytesPath, context } = file;
  const preview = previewOf(file);
  switch (preview) {
    case 'picture':
      return html`<p class="note picture"><img src="${bytesPath}" alt="${lastSegment(path)}"></p>`;
    case 'video':
      return html`<p class="note"><video controls preload="metadata" src="${bytesPath}" aria-label="${lastSegment(path)}"></video></p>${downloadNote(file)}`;
    case 'audio':
      return html`<p class="note"><audio controls preload="metadata" src="${bytesPath}" aria-label="${lastSegment(path)}"></audio></p>${downloadNote(file)}`;
    case 'pdf':
      return html`<p class="note">A PDF document of ${formatSize(file.sizeBytes)}. <a href="${bytesPath}">Open it with the viewer of this machine</a>.</p>`;
    default:
  }
  if (text === null || text === '') {
    return missingText(file);
  }
  if (preview === 'table') {
    return showTable(text, path);
  }
  if (preview === 'prose') {
    return showProse(text);
  }
  if (preview === 'notebook') {
    return showNotebook(text, context, frame) ?? showSource(file, frame);
  }
  if (DIAGRAM.test(path)) {
    return html`<p class="note source-note diagram">A Mermaid diagram.</p>${showSource(file, frame)}`;
  }
  return isMarkdown(path) ? frame.markdown(text, context) : showSource(file, frame);
}

/** Names of files with one diagram. */
const DIAGRAM = /\.(?:mmd|mermaid)$/i;

/** A text in a markup that is readable as it is. */
export function showProse(text: string): Markup {
  return html`<p class="note small">This markup is not rendered: the text is shown as it was written.</p><pre class="prose scroll written" dir="auto" tabindex="0">${text}</pre>`;
}

/** The content of a file as numbered lines; of a long one the part with the line that the address names in `lines`. */
export async function showSource(file: ShownFile, frame: Frame): Promise<Markup> {
  const { text, path } = file;
  if (text === null || text === '') {
    return missingText(file);
  }
  const { length } = linesOf(text);
  if (length <= MAX_LINES) {
    return codeLines(text, path, frame);
  }
  const asked = Math.trunc(Number(new URL(frame.path, 'http://x').searchParams.get('lines'))) || 1;
  const line = Math.min(Math.max(asked, 1), length);
  const start = line - 1 - ((line - 1) % MAX_LINES);
  return html`${partsOf(length, start, file, frame)}${codeLines(text, path, frame, start)}`;
}

/** Links to the parts of a long file. The script finds the part of a line, and the whole text to copy. */
function partsOf(count: number, shown: number, { bytesPath, encoding }: ShownFile, { path }: Frame): Markup {
  const starts = Array.from({ length: Math.ceil(count / MAX_LINES) }, (_, index) => index * MAX_LINES);
  return html`<nav class="note" aria-label="Parts of the file"><p>This file has ${countOf(count, 'line')}, of which a page shows ${countText(MAX_LINES)}. <a href="${bytesPath}" data-whole="${encoding ?? ''}">Download the file</a>.</p><ul class="chips">${starts.map(
    (start) =>
      html`<li><a href="${otherQuery(path, { lines: start === 0 ? undefined : String(start + 1) })}" data-first-line="${start + 1}"${start === shown ? html` aria-current="page"` : ''}>${countText(start + 1)}–${countText(Math.min(start + MAX_LINES, count))}</a></li>`,
  )}</ul></nav>`;
}

function missingText({ text, isBinary, sizeBytes, bytesPath }: ShownFile): Markup {
  if (text === '') {
    return html`<p class="note">This file is empty.</p>`;
  }
  const why = isBinary ? 'This file is not text' : `This file is too long to show (${formatSize(sizeBytes)})`;
  return html`<p class="note">${why}. <a href="${bytesPath}">Download it</a>.</p>`;
}

function downloadNote({ sizeBytes, bytesPath }: ShownFile): Markup {
  return html`<p class="note small">If this browser cannot play it, <a href="${bytesPath}">download it</a> (${formatSize(sizeBytes)}).</p>`;
}

/** Longer cells are cut. */
const MAX_CELL_CHARS = 600;

/** A table of the first rows, each with the number of its line as anchor. */
function showTable(text: string, path: string): Markup {
  const { rows, rowCount, columnCount } = readTable(text, /\.tsv$/i.test(path) ? '\t' : separatorIn(text));
  const [first] = rows;
  const hasHead = first !== undefined && !NUMBER.test(first.cells[0] ?? '');
  const width = Math.min(columnCount, MAX_COLUMNS);
  const cellsOf = (cells: readonly string[]) =>
    Array.from({ length: width }, (_, index) => cellText(cells[index] ?? ''));
  const limits = [
    ...(rowCount > MAX_ROWS ? [`the first ${countText(MAX_ROWS)} of ${countOf(rowCount, 'row')}`] : []),
    ...(columnCount > width ? [`the first ${width} of ${countOf(columnCount, 'column')}`] : []),
  ];
  const rowHead = (line: number) => html`<td class="n"><a href="#L${line}">${line}</a></td>`;
  return html`${limits.length === 0 ? '' : html`<p class="note small">These are ${limits.join(' and ')}; the source has everything.</p>`}<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="preview-table"><caption class="unseen">Rows of ${lastSegment(path)}</caption>${hasHead ? html`<thead><tr id="L${first.line}">${rowHead(first.line)}${cellsOf(first.cells).map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>` : ''}<tbody>${rows
    .slice(hasHead ? 1 : 0)
    .map(
      ({ line, cells }) =>
        html`<tr id="L${line}">${rowHead(line)}${cellsOf(cells).map((cell) => html`<td${NUMBER.test(cell) ? raw(' class="number"') : ''}>${cell}</td>`)}</tr>`,
    )}</tbody></table></div>`;
}

const NUMBER = /^[-+]?[\d.,]*\d%?$/;

function cellText(text: string): string {
  return text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS)}…` : text;
}
