import { defineFile, requireRepo } from '../../page.ts';
import { nameOf } from '../../paths.ts';
import { noSuchPath, openPlaceIn } from './code-place.ts';
import { sandboxedHeaders } from './raw.ts';

/** All files of a branch, a tag or a commit as a ZIP file, with the address that it has at the service. */
export const archive = defineFile(async (sources, { params, http }) => {
  const repo = requireRepo(sources.store, params);
  const named = (params['rest'] ?? '').replace(/^refs\/(?:heads|tags)\//, '');
  const { git, place } = await openPlaceIn(sources, repo, named);
  if (place.path !== '') {
    throw noSuchPath(place);
  }
  const name = `${nameOf(repo)}-${place.ref}`.replace(/[^\p{L}\p{N}.-]+/gu, '-').replace(/^[-.]+/, '');
  // The size is not known before, so that a HEAD request starts no git.
  const isAsked = http.method !== 'HEAD';
  const body = isAsked ? git.streamArchive({ commit: place.commit, prefix: `${name}/` }) : null;
  return new Response(body, { headers: sandboxedHeaders(`${name}.zip`, 'application/zip') });
});

/** The ZIP file of a place. */
export function archivePath(home: string, ref: string): string {
  return `${home}/archive/${ref.split('/').map(encodeURIComponent).join('/')}.zip`;
}
