import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { codePath, withQuery } from '../../paths.ts';
import { codeBar } from '../../show/code/code-bar.ts';
import { encodingOf, hasTurning } from '../../show/code/code-text.ts';
import { tipLine } from '../../show/code/commit-line.ts';
import { readWay, sideTree, type WayFolder } from '../../show/code/side-tree.ts';
import { countOf } from '../../show/counts.ts';
import { hasRendering, type ShownFile, showFile, showSource } from '../../show/preview/show-file.ts';
import { findEntry, openPlace, originalOf } from './code-place.ts';
import { followLinks } from './follow-links.ts';
import { type BlobFacts, linesOf, readBlob } from './read-blob.ts';

interface BlobPage extends BlobFacts {
  /** Where a symbolic link leads; null for other files, and if it leads to nothing in the repository. */
  readonly linkEnd: { readonly path: string; readonly isFolder: boolean } | null;
  /** The folders next to the file; none in sites, whose pages they would make much larger. */
  readonly way: readonly WayFolder[];
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
    const end =
      entry === undefined || entry.kind === 'link'
        ? await followLinks(git, place.commit, place.path)
        : undefined;
    if (entry === undefined && end !== undefined) {
      return { redirectTo: codePath('blob', { ...place, path: end.path }) };
    }
    const isFolder = end !== undefined && (end.entry === undefined || end.entry.kind === 'folder');
    const target = end === undefined || isFolder ? undefined : await git.entry(place.commit, end.path);
    const [facts, way] = await Promise.all([
      readBlob(git, place, target ?? entry, sources),
      sources.isSite ? [] : readWay(git, place),
    ]);
    return {
      ...{ ...facts, kind: entry?.kind ?? facts.kind, way },
      linkEnd: end === undefined ? null : { path: end.path, isFolder },
      isPlain: request.query.get('plain') === '1',
    };
  },
  show(facts, frame) {
    const { place, tip, way } = facts;
    const { repo, ref, path, commit } = place;
    return {
      title: `${path} · ${repo} at ${ref}`,
      place: { repo, tab: 'code', file: path },
      original: originalOf('blob', place),
      links: [{ rel: 'permalink', href: codePath('blob', { repo, ref: commit, path }) }],
      main: html`<div class="${way.length === 0 ? '' : 'with-tree'}">${way.length === 0 ? '' : sideTree(way, place)}<div>${codeBar(
        place,
        {
          view: 'blob',
          ways: [
            ['Blame', codePath('blame', place), 'b'],
            ['History', codePath('commits', place)],
            ['Raw', codePath('raw', place)],
            ['Permalink', codePath('blob', { repo, ref: commit, path })],
          ],
        },
      )}${tipLine(tip, repo, frame)}<section class="file" aria-label="Content">${fileHead(facts)}${facts.isPlain ? showSource(toShown(facts), frame) : showFile(toShown(facts), frame)}</section></div></div>`,
    };
  },
});

function fileHead(facts: BlobPage): Markup {
  const { text, sizeBytes, kind, place, isPlain, lfs } = facts;
  const lines = text === null ? '' : ` · ${countOf(linesOf(text).length, 'line')}${encodingOf(facts)}`;
  const path = codePath('blob', place);
  const other = isPlain
    ? html`<a href="${path}" data-control>Rendered</a>`
    : html`<a href="${withQuery(path, { plain: 1 })}" data-source data-control>Source</a>`;
  return html`<p class="file-head"><span>${kind === 'link' ? 'Symbolic link' : kind === 'program' ? 'Program' : 'File'} · ${formatSize(sizeBytes)}${lines}${lfs?.isKept === true ? ' · in Git LFS' : ''}</span>${hasRendering(toShown(facts)) ? other : ''}</p>${
    text !== null && hasTurning(text)
      ? html`<p class="note"><span class="tag warn">bidirectional text</span> This file has characters that change the direction of text; they are shown as code points.</p>`
      : ''
  }${linkNote(facts)}${
    lfs?.isKept === false
      ? html`<p class="note">This file is in Git LFS (${formatSize(lfs.sizeBytes)}) and is not kept here: this is its pointer.</p>`
      : ''
  }`;
}

/** Where a symbolic link leads; what is shown is the file at its end. */
function linkNote({ kind, linkEnd, place }: BlobPage): Markup | string {
  if (kind !== 'link') {
    return '';
  }
  if (linkEnd === null) {
    return html`<p class="note">This link leads to nothing in the repository; it consists of this text.</p>`;
  }
  const { path, isFolder } = linkEnd;
  const href = codePath(isFolder ? 'tree' : 'blob', { ...place, path });
  return html`<p class="note">It leads to ${isFolder ? 'the folder ' : ''}<a href="${href}"><bdi>${path === '' ? place.repo : path}</bdi></a>${isFolder ? '' : ', which is shown here'}.</p>`;
}

/** The file at the end of a symbolic link; without its name, the link itself is shown as the text that it consists of. */
function toShown({ kind, text, encoding, isBinary, place, sizeBytes, linkEnd }: BlobPage): ShownFile {
  const { repo, ref } = place;
  const path = linkEnd === null || linkEnd.isFolder ? place.path : linkEnd.path;
  return {
    path: kind === 'link' && path === place.path ? '' : path,
    ...{ text, encoding, isBinary, sizeBytes },
    bytesPath: codePath('raw', { repo, ref, path }),
    context: { repo, file: { ref, path } },
  };
}
