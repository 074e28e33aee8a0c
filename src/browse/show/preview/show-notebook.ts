import { html, raw } from 'hono/html';
import type { Frame, MarkdownContext, Markup } from '../../frame.ts';
import { countOf } from '../counts.ts';
import { MAX_CELLS, type NotebookCell, type NotebookOutput, readNotebook } from './read-notebook.ts';

/** Longer text outputs are cut. */
const MAX_OUTPUT_CHARS = 20_000;

/** A notebook: its texts, its code and the results that were saved with it. Undefined if it cannot be read. */
export function showNotebook(
  text: string,
  context: MarkdownContext,
  frame: Frame,
): Promise<Markup> | undefined {
  const notebook = readNotebook(text);
  if (notebook === undefined) {
    return undefined;
  }
  const { cells, cellCount, language } = notebook;
  const show = async () => {
    const code = cells.filter(({ kind }) => kind === 'code');
    const coloured = await frame.highlight(code.map(({ source }) => ({ code: source, language })));
    const linesOf = new Map(code.map((cell, index) => [cell, coloured[index]]));
    return await html`<div class="notebook">${cells.map((cell) => showCell(cell, linesOf.get(cell), { context, frame }))}</div>${cellCount > MAX_CELLS ? html`<p class="note">${countOf(cellCount - MAX_CELLS, 'more cell')} not shown; the source has everything.</p>` : ''}`;
  };
  return show();
}

interface CellContext {
  readonly context: MarkdownContext;
  readonly frame: Frame;
}

function showCell(
  { kind, source, run, outputs }: NotebookCell,
  coloured: readonly string[] | undefined,
  cell: CellContext,
): Markup {
  const body =
    kind === 'markdown'
      ? cell.frame.markdown(source, cell.context)
      : html`<pre class="code" tabindex="0"><code>${coloured === undefined ? source : raw(coloured.join('\n'))}</code></pre>`;
  return html`<section class="cell ${kind}"><span class="run">${kind === 'code' ? html`In [${run ?? ' '}]` : ''}</span><div>${body}${outputs.map((output) => showOutput(output, cell))}</div></section>`;
}

/** Styles and scripts in the HTML of an output, which would be shown as text. */
const UNSEEN = /<(script|style)\b[\s\S]*?<\/\1\s*>/gi;

function showOutput(output: NotebookOutput, { context, frame }: CellContext): Markup {
  switch (output.kind) {
    case 'image':
      return html`<p class="output"><img src="${output.source}" alt="Output of this cell"></p>`;
    case 'unknown':
      return html`<p class="output hint">An output of the type ${output.types.join(', ') || 'unknown'} is not shown.</p>`;
    case 'markdown':
      return html`<div class="output">${frame.markdown(output.text, context)}</div>`;
    case 'html':
      // Without empty lines, Markdown takes all of it as one block of HTML, which is sanitized like any other.
      return html`<div class="output">${frame.markdown(`<div>\n${output.text.replace(UNSEEN, '').replace(/^\s+/gm, '')}\n</div>`, context)}</div>`;
    default:
      return html`<pre class="output${output.kind === 'error' ? ' error' : ''}" tabindex="0">${output.text.slice(0, MAX_OUTPUT_CHARS)}${output.text.length > MAX_OUTPUT_CHARS ? '\n…' : ''}</pre>`;
  }
}
