import { html } from 'hono/html';
import { formatSize } from '../../../base/index.ts';
import { isMarkdown } from '../../../git/index.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { codePath, withQuery } from '../../paths.ts';
import { codeBar } from '../../show/code/code-bar.ts';
import { codeLines, hasTurning, MAX_LINES } from '../../show/code/code-text.ts';
import { tipLine } from '../../show/code/commit-line.ts';
import { countOf, countText } from '../../show/counts.ts';
import { noSuchPath, openPlace, originalOf } from './code-place.ts';
import { isShownPicture } from './raw.ts';
import { type BlobFacts, linesOf, readBlob } from './read-blob.ts';

interface BlobPage extends BlobFacts {
  /** Whether a renderable text is shown as source. */
  readonly isPlain: boolean;
}

/** A file of a repository. */
export const blob = definePage<BlobPage>({
  async read(sources, request) {
    const { git, place } = await openPlace(sources, request);
    const entry = place.path === '' ? undefined : await git.entry(place.commit, place.path);
    if (place.path === '' || entry?.kind === 'folder') {
      return { redirectTo: codePath('tree', place) };
    }
    if (/^(?:1|true)$/.test(request.query.get('raw') ?? '')) {
      return { redirectTo: codePath('raw', place) };
    }
    const facts = entry === undefined ? undefined : await readBlob(git, place, entry);
    if (facts === undefined) {
      throw noSuchPath(place);
    }
    return { ...facts, isPlain: request.query.get('plain') === '1' };
  },
  show(facts, frame) {
    const { place, tip } = facts;
    const { repo, ref, path, commit } = place;
    return {
      title: `${path} · ${repo} at ${ref}`,
      place: { repo, tab: 'code' },
      original: originalOf('blob', place),
      links: [{ rel: 'permalink', href: codePath('blob', { repo, ref: commit, path }) }],
      main: html`${codeBar(place, {
        view: 'blob',
        ways: [
          ['Blame', codePath('blame', place), 'b'],
          ['History', codePath('commits', place)],
          ['Raw', codePath('raw', place)],
          ['Permalink', codePath('blob', { repo, ref: commit, path }), 'y'],
        ],
      })}${tipLine(tip, repo, frame)}<section class="file" aria-label="Content">${fileHead(facts)}${content(facts, frame)}</section>`,
    };
  },
});

function fileHead({ text, sizeBytes, kind, place, isPlain }: BlobPage): Markup {
  const lines = text === null ? '' : ` · ${countOf(linesOf(text).length, 'line')}`;
  const path = codePath('blob', place);
  const other = isPlain
    ? html`<a href="${path}">Rendered</a>`
    : html`<a href="${withQuery(path, { plain: 1 })}" data-source>Source</a>`;
  return html`<p class="file-head"><span>${kind === 'link' ? 'Symbolic link' : kind === 'program' ? 'Program' : 'File'} · ${formatSize(sizeBytes)}${lines}</span>${text !== null && isMarkdown(place.path) ? other : ''}</p>${
    text !== null && hasTurning(text)
      ? html`<p class="note"><span class="tag warn">bidirectional text</span> This file has characters that change the direction of text; they are shown as code points.</p>`
      : ''
  }`;
}

function content({ text, isBinary, place, sizeBytes, isPlain, kind }: BlobPage, frame: Frame): Markup {
  const { repo, ref, path } = place;
  const rawPath = codePath('raw', place);
  if (isShownPicture(path) && kind !== 'link') {
    return html`<p class="note"><img src="${rawPath}" alt="${path}"></p>`;
  }
  if (text === null) {
    const why = isBinary
      ? 'This file is not text'
      : `This file is too long to show (${formatSize(sizeBytes)})`;
    return html`<p class="note">${why}. <a href="${rawPath}">Download it</a>.</p>`;
  }
  if (text === '') {
    return html`<p class="note">This file is empty.</p>`;
  }
  if (isMarkdown(path) && !isPlain && kind !== 'link') {
    return frame.markdown(text, { repo, file: { ref, path } });
  }
  const lineCount = linesOf(text).length;
  return html`${codeLines(text, kind === 'link' ? '' : path, frame)}${lineCount > MAX_LINES ? html`<p class="note">${countText(lineCount - MAX_LINES)} more lines are not shown. <a href="${rawPath}">Download the file</a>.</p>` : ''}`;
}
