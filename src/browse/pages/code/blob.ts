import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { codePath, withQuery } from '../../paths.ts';
import { codeBar } from '../../show/code/code-bar.ts';
import { encodingOf, hasTurning } from '../../show/code/code-text.ts';
import { tipLine } from '../../show/code/commit-line.ts';
import { countOf } from '../../show/counts.ts';
import { hasRendering, type ShownFile, showFile, showSource } from '../../show/preview/show-file.ts';
import { findEntry, openPlace, originalOf } from './code-place.ts';
import { type BlobFacts, linesOf, readBlob } from './read-blob.ts';

interface BlobPage extends BlobFacts {
  /** Whether a renderable text is shown as source. */
  readonly isPlain: boolean;
}

/** A file of a repository. */
export const blob = definePage<BlobPage>({
  async read(sources, request) {
    const { git, place } = await openPlace(sources, request);
    const entry = await findEntry(git, place);
    if (place.path === '' || entry?.kind === 'folder') {
      return { redirectTo: codePath('tree', place) };
    }
    if (/^(?:1|true)$/.test(request.query.get('raw') ?? '')) {
      return { redirectTo: codePath('raw', place) };
    }
    const facts = await readBlob(git, place, entry);
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
          ['Permalink', codePath('blob', { repo, ref: commit, path })],
        ],
      })}${tipLine(tip, repo, frame)}<section class="file" aria-label="Content">${fileHead(facts)}${facts.isPlain ? showSource(toShown(facts), frame) : showFile(toShown(facts), frame)}</section>`,
    };
  },
});

function fileHead(facts: BlobPage): Markup {
  const { text, sizeBytes, kind, place, isPlain } = facts;
  const lines = text === null ? '' : ` · ${countOf(linesOf(text).length, 'line')}${encodingOf(facts)}`;
  const path = codePath('blob', place);
  const other = isPlain
    ? html`<a href="${path}" data-control>Rendered</a>`
    : html`<a href="${withQuery(path, { plain: 1 })}" data-source data-control>Source</a>`;
  return html`<p class="file-head"><span>${kind === 'link' ? 'Symbolic link' : kind === 'program' ? 'Program' : 'File'} · ${formatSize(sizeBytes)}${lines}</span>${hasRendering(toShown(facts)) ? other : ''}</p>${
    text !== null && hasTurning(text)
      ? html`<p class="note"><span class="tag warn">bidirectional text</span> This file has characters that change the direction of text; they are shown as code points.</p>`
      : ''
  }`;
}

/** Without its name, a symbolic link is shown as the text that it consists of. */
function toShown({ kind, text, encoding, isBinary, place, sizeBytes }: BlobPage): ShownFile {
  const { repo, ref, path } = place;
  return {
    path: kind === 'link' ? '' : path,
    ...{ text, encoding, isBinary, sizeBytes },
    bytesPath: codePath('raw', place),
    context: { repo, file: { ref, path } },
  };
}
