import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Failure } from '../../model/failure.ts';
import { defineFile } from '../page.ts';

/**
 * The document that draws a diagram, for a frame of a page. Diagrams are foreign texts, and their library is a large program:
 * the document has no origin, so that it reaches neither pages nor cookies, and loads nothing, so that all it needs is in it.
 * The page sends the source as a message. Fails with `absent` without the library.
 */
export const diagramFrame = defineFile(async ({ diagramLibrary }) => {
  if (diagramLibrary === undefined) {
    throw new Failure('absent', 'Cannot draw diagrams: the package mermaid is not installed', {
      hint: 'Install it where Satchel is installed, and start the reader again',
    });
  }
  const own = new URL('../client/diagram.js', import.meta.url);
  const scripts = [
    inlineScript(await readFile(diagramLibrary, 'utf8')),
    inlineScript(await readFile(own, 'utf8')),
  ];
  const elements = scripts.map((script) => `<script>${script}</script>`);
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Diagram</title><style>${STYLE}</style><body><main></main>${elements.join('')}`,
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': framePolicy(scripts),
      },
    },
  );
});

const STYLE =
  'body{margin:0;overflow:hidden}main{overflow-x:auto}main.whole{height:100vh;overflow:auto}svg{display:block;margin:auto;max-width:100%}';

/** A script as the text of an element: what would end it, or begin another one, is written otherwise. */
function inlineScript(code: string): string {
  return code
    .replaceAll('\r\n', '\n') // As parsers read it, so that its hash is that of what runs.
    .replaceAll(/<(?=\/script)/gi, '<\\')
    .replaceAll('<!--', '<\\!--');
}

/** Only these scripts run, and styles that the library writes. Everything else is forbidden, in particular all requests. */
function framePolicy(scripts: readonly string[]): string {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
}
