import { html } from 'hono/html';
import { EXIT_CODES, Failure } from '../../base/index.ts';
import type { PageView } from '../page.ts';

/** A page that says what could not be shown and why, with the status of its answer. */
export function failureView(
  error: unknown,
  path: string,
): { readonly status: number; readonly view: PageView } {
  if (!(error instanceof Failure) || error.code === 'internal') {
    return {
      status: 500,
      view: view('This page broke', `Something in the reader failed while it made "${path}".`, ''),
    };
  }
  const status = STATUS_OF_EXIT.get(error.exitStatus) ?? 400;
  return {
    status,
    view: view(
      status === 404 ? 'Not in this archive' : 'That does not work',
      `${error.message}.`,
      error.hint,
    ),
  };
}

const STATUS_OF_EXIT: ReadonlyMap<number, number> = new Map([
  [EXIT_CODES.absent.status, 404],
  [EXIT_CODES.failed.status, 500],
]);

function view(title: string, sentence: string, hint: string): PageView {
  return {
    title,
    width: 'text',
    main: html`<h1>${title}</h1><p>${sentence}</p>${hint === '' ? '' : html`<p class="hint">${hint}.</p>`}
<p><a href="/">To the first page</a></p>`,
  };
}
