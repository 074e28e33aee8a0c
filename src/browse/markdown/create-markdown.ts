import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { RecentValues } from '../../base/index.ts';
import type { Markup } from '../frame.ts';
import type { MarkdownEngine } from './markdown-engine.ts';
import type { MarkdownPlace } from './resolve-address.ts';

/** Texts longer than this are shown as they are; the service itself cuts comments at an eighth of it. */
export const MAX_MARKDOWN_CHARS = 512 * 1024;

/** Characters of rendered texts that are kept. */
const MAX_KEPT_CHARS = 48 * 1024 * 1024;

/** Renders texts of people, and keeps what it has rendered last. */
export interface Markdown {
  render(text: string, place: MarkdownPlace): Markup;
}

/** Creates a renderer. What it is made of is loaded with the first text, so that a reader starts without it. */
export function createMarkdown(): Markdown {
  const kept = new RecentValues<string>({ maxWeight: MAX_KEPT_CHARS });
  let engine: MarkdownEngine | undefined;
  let loading: Promise<MarkdownEngine> | undefined;

  async function load(): Promise<MarkdownEngine> {
    const { createMarkdownEngine } = await import('./markdown-engine.ts');
    engine = createMarkdownEngine();
    return engine;
  }

  function renderWith(render: MarkdownEngine, text: string, place: MarkdownPlace): Markup {
    const key = keyOf(text, place);
    const found = kept.get(key) ?? render(text, place, idPrefixOf(key, place));
    kept.set(key, found, found.length);
    return place.isInline === true ? raw(found) : proseOf(found);
  }

  return {
    render(text, place) {
      if (text.length > MAX_MARKDOWN_CHARS) {
        return html`<div class="prose" dir="auto"><p class="hint">This text is too long to be laid out.</p><pre class="code" tabindex="0">${text}</pre></div>`;
      }
      if (engine !== undefined) {
        return renderWith(engine, text, place);
      }
      loading ??= load();
      return loading.then((loaded) => renderWith(loaded, text, place));
    },
  };
}

function proseOf(rendered: string) {
  return html`<div class="prose" dir="auto">${raw(rendered)}</div>`;
}

function keyOf(text: string, { repo, file, state, isInline }: MarkdownPlace): string {
  const hash = createHash('sha256');
  for (const part of [
    state,
    String(isInline),
    repo ?? '',
    file?.ref ?? '',
    file?.path ?? '',
    String(file?.isWiki ?? ''),
  ]) {
    hash.update(part).update('\0');
  }
  return hash.update(text).digest('base64url');
}

/** A file has its page for itself and its anchors are linked to; comments stand beside each other. */
function idPrefixOf(key: string, { file }: MarkdownPlace): string {
  return file === undefined ? `u-${key.slice(0, 8)}-` : 'user-content-';
}
