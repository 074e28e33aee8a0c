/** A Jupyter notebook, reduced to what is shown (nbformat.readthedocs.io, version 4). */
export interface Notebook {
  /** The language of its code. */
  readonly language: string;
  readonly cells: readonly NotebookCell[];
  /** The number of cells in the whole file. */
  readonly cellCount: number;
}

export interface NotebookCell {
  readonly kind: 'markdown' | 'code' | 'raw';
  readonly source: string;
  /** The number in `In [3]`; null if it was not run. */
  readonly run: number | null;
  readonly outputs: readonly NotebookOutput[];
}

export type NotebookOutput =
  | { readonly kind: 'text' | 'error' | 'html' | 'markdown'; readonly text: string }
  /** `source` is a `data:` address. */
  | { readonly kind: 'image'; readonly source: string }
  | { readonly kind: 'unknown'; readonly types: readonly string[] };

/** The maximum number of cells shown. */
export const MAX_CELLS = 400;

/** Reads a notebook; undefined if the text is not a notebook of format 4. */
export function readNotebook(text: string): Notebook | undefined {
  const { cells, metadata } = fieldsOf(parseJson(text));
  if (!Array.isArray(cells)) {
    return undefined;
  }
  const { kernelspec, language_info } = fieldsOf(metadata);
  const language = fieldsOf(language_info)['name'] ?? fieldsOf(kernelspec)['language'];
  return {
    language: typeof language === 'string' ? language : 'python',
    cells: cells.slice(0, MAX_CELLS).map(toCell),
    cellCount: cells.length,
  };
}

function toCell(json: unknown): NotebookCell {
  const { cell_type, source, execution_count, outputs } = fieldsOf(json);
  return {
    kind: cell_type === 'markdown' || cell_type === 'code' ? cell_type : 'raw',
    source: textOf(source),
    run: typeof execution_count === 'number' ? execution_count : null,
    outputs: Array.isArray(outputs) ? outputs.map(toOutput) : [],
  };
}

function toOutput(json: unknown): NotebookOutput {
  const { output_type, text, data, traceback, ename, evalue } = fieldsOf(json);
  if (output_type === 'stream') {
    return { kind: 'text', text: withoutColours(textOf(text)) };
  }
  if (output_type === 'error') {
    const lines = Array.isArray(traceback) ? traceback.map(textOf).join('\n') : '';
    return {
      kind: 'error',
      text: withoutColours(lines === '' ? `${textOf(ename)}: ${textOf(evalue)}` : lines),
    };
  }
  return chooseForm(fieldsOf(data));
}

/** Chooses the richest form of an output that can be shown without scripts. */
function chooseForm(data: Readonly<Record<string, unknown>>): NotebookOutput {
  for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp']) {
    const base64 = textOf(data[type]).replace(/\s/g, '');
    if (base64 !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
      return { kind: 'image', source: `data:${type};base64,${base64}` };
    }
  }
  const svg = textOf(data['image/svg+xml']);
  if (svg !== '') {
    return {
      kind: 'image',
      source: `data:image/svg+xml;base64,${Buffer.from(svg, 'utf8').toString('base64')}`,
    };
  }
  const [html, markdown, latex, plain] = ['text/html', 'text/markdown', 'text/latex', 'text/plain'].map(
    (type) => textOf(data[type]),
  );
  if (html !== undefined && /<table\b/i.test(html)) {
    return { kind: 'html', text: html };
  }
  const formatted = markdown || latex;
  if (formatted) {
    return { kind: 'markdown', text: formatted };
  }
  return plain
    ? { kind: 'text', text: withoutColours(plain) }
    : { kind: 'unknown', types: Object.keys(data) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // It is then shown as text.
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Notebooks write long texts as lists of lines. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : Array.isArray(value) ? value.filter(isText).join('') : '';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Removes the escape sequences that colour the output of terminals (ECMA-48). */
function withoutColours(text: string): string {
  return text.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g'), '');
}
