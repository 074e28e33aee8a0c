import { Failure } from '../../../base/index.ts';
import { defineFile } from '../../page.ts';
import { sendKept } from '../../serve/send-kept.ts';
import { requireRepo } from '../../show/require-repo.ts';

/** An upload at the path that it had at the service. */
export const uploadFile = defineFile(({ store }, { path }) => {
  const decoded = decodeURI(path);
  const kept = store
    .origins()
    .flatMap((origin) => [`${origin}${path}`, `${origin}${decoded}`])
    .map((url) => store.upload(url))
    .find((found) => found !== undefined);
  if (kept === undefined) {
    throw new Failure('absent', `Cannot send "${decoded}": no file was kept for it`, {
      hint: 'The migration may have left attachments out, or the archive was loaded without its files',
    });
  }
  return sendKept(kept);
});

/** A file of a release at the path that it had at the service. */
export const releaseFile = defineFile(({ store }, { params }) => {
  const repo = requireRepo(store, params);
  const { tag = '', name = '' } = params;
  const kept = store.releaseAsset({ repo, tag, name });
  if (kept === undefined) {
    throw new Failure('absent', `Cannot send "${name}" of the release ${tag}: no file was kept for it`, {
      hint: 'The migration may have left release assets out',
    });
  }
  return sendKept(kept);
});
