import { html } from 'hono/html';
import { Failure } from '../../../model/failure.ts';
import type { KeptClone } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { codePath } from '../../paths.ts';
import { emptyNote } from '../../show/facts.ts';
import { shownBytesOf } from '../../show/preview/file-types.table.ts';
import { type ShownFile, showFile } from '../../show/preview/show-file.ts';
import { dateOf } from '../../show/times.ts';
import type { CapturedRow } from '../captures/captured-subjects.ts';
import { starFacts } from '../captures/show-listed.ts';
import { type CodeFacts, readCode, showCode } from '../repository/repository.ts';
import { cloneOf } from './code-place.ts';
import { toText } from './read-blob.ts';

interface CloneFacts {
  readonly clone: Pick<KeptClone, 'name' | 'list' | 'about'>;
  readonly code: CodeFacts;
  /** What the list of stars says of it; null for a gist, and if it is no longer listed. */
  readonly star: CapturedRow | null;
  /** The files of a gist, which its page shows whole. */
  readonly files: readonly ShownFile[];
}

/** The files of a gist that its page shows. */
const MAX_FILES = 10;

/** A gist or a starred repository that a backup cloned. */
export const clonePage = definePage<CloneFacts>({
  async read(sources, { params }) {
    const clone = cloneOf(sources.store, `${params['owner'] ?? ''}/${params['repo'] ?? ''}`);
    if (clone === undefined) {
      throw new Failure('absent', 'Cannot show this clone: no backup has kept it', {
        hint: 'The page of captured gists and stars lists what was kept',
      });
    }
    const { name, list, about } = clone;
    const code = await readCode(sources, name);
    const { tree } = code;
    const git = sources.git.open(clone.folder, clone.state);
    const shown = list === 'gists' ? (tree?.entries.slice(0, MAX_FILES) ?? []) : [];
    const files = await Promise.all(
      shown.map(async ({ id, kind, name: path }) => {
        const isFile = kind === 'file' || kind === 'program';
        const blob = isFile ? await git.blob(id, shownBytesOf(path)) : undefined;
        const place = { repo: name, ref: tree?.place.ref ?? '', path };
        return blob === undefined
          ? []
          : [
              {
                ...{ path, sizeBytes: blob.sizeBytes, bytesPath: codePath('raw', place) },
                ...toText(blob.bytes),
                context: { repo: name, file: place },
              },
            ];
      }),
    );
    const repo = name.split('/').slice(2).join('/');
    const [star = null] =
      list === 'stars' ? sources.store.captured({ kind: 'stars', repo, offset: 0, limit: 1 }) : [];
    return { clone: { name, list, about }, code, star, files: files.flat() };
  },
  async show({ clone: { name, list, about }, code, star, files }, frame) {
    const { tree } = code;
    const isGist = list === 'gists';
    const title = isGist
      ? (about?.description ?? '') || (tree?.entries[0]?.name ?? 'Gist')
      : name.split('/').slice(2).join('/');
    return {
      title: `${title} · ${isGist ? 'Gist' : 'Starred repository'}`,
      place: { repo: name },
      original: about?.url ?? undefined,
      main: html`<h1 dir="auto">${title}${about?.isPrivate === true ? html` <span class="tag">${isGist ? 'secret' : 'private'}</span>` : ''}</h1>
${isGist || (about?.description ?? '') === '' ? '' : html`<p dir="auto">${about?.description}</p>`}
${isGist ? '' : starNote(star)}
${about === null ? emptyNote('It is no longer in the list of the account; its clone was kept.') : ''}
${showCode(isGist && tree !== null ? { ...code, tree: { ...tree, readme: null } } : code, name, frame)}
${await Promise.all(files.map((file) => showGistFile(file, frame)))}`,
    };
  },
});

function starNote(star: CapturedRow | null): Markup {
  const at = star?.['starred_at'];
  return html`<p class="muted">${star === null ? '' : html`${starFacts(star)} · ${typeof at === 'string' ? html`starred ${dateOf(at)} · ` : ''}`}A clone has the code only: issues, pull requests and releases of starred repositories are not kept. <a href="/-/captures/stars">All stars</a></p>`;
}

async function showGistFile(file: ShownFile, frame: Frame): Promise<Markup> {
  const { path, context } = file;
  const href = codePath('blob', { repo: context.repo ?? '', ref: context.file?.ref ?? '', path });
  return html`<section class="file" aria-label="${path}"><p class="file-head"><a href="${href}"><bdi>${path}</bdi></a></p>${await showFile(file, frame)}</section>`;
}
