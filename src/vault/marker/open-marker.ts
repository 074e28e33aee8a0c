import type { Disk } from '../../base/disk.ts';
import { describeFileInTheWay } from '../../base/file-failure.ts';
import { Failure } from '../../model/failure.ts';
import { checkRecipients } from '../encrypt-file.ts';
import { type EncryptionWish, recipientsOfWish } from '../encryption-wish.ts';
import type { Marker } from '../marker.ts';
import {
  createVault,
  guessRecipients,
  isVaultByContents,
  markerFailure,
  noVaultFailure,
  orphanMarkerFailure,
  readMarker,
} from './directory-marker.ts';

export interface OpenMarkerOptions {
  readonly disk: Disk;
  /** Creates the vault if the directory is empty or absent. */
  readonly create?: boolean | undefined;
  /** Also opens a vault whose marker is damaged or missing, if its content shows that it is one. */
  readonly isRepair?: boolean | undefined;
  /** The recipients of a vault that is made now. Those of an existing one are in its marker, and these must be the same. */
  readonly encryption?: EncryptionWish | undefined;
}

interface OpenedMarker {
  readonly marker: Marker;
  readonly isLost: boolean;
  readonly isNew: boolean;
}

/** Reads the marker of a directory, or makes a vault there. Fails as `openVault` does. */
export async function openMarker(
  root: string,
  directory: string,
  options: OpenMarkerOptions,
): Promise<OpenedMarker> {
  const found = await readMarker(root);
  if (typeof found !== 'string') {
    return { marker: found, isLost: false, isNew: false };
  }
  if (await isVaultByContents(root, found)) {
    if (options.isRepair !== true) {
      throw markerFailure(directory, found);
    }
    return { marker: { recipients: await guessRecipients(root) }, isLost: true, isNew: false };
  }
  if (found !== 'absent') {
    throw orphanMarkerFailure(directory, found);
  }
  requireDirectory(root, directory, options);
  if (options.create !== true) {
    throw await noVaultFailure(root, directory);
  }
  const wished = { recipients: recipientsOfWish(options.encryption) };
  await checkRecipients(wished.recipients); // A vault with a wrong key could never be written to.
  const marker = await createVault(root, directory, { marker: wished, disk: options.disk });
  return { marker, isLost: false, isNew: true };
}

/** Fails if a file occupies the place of a directory on the path. */
function requireDirectory(root: string, directory: string, { create }: OpenMarkerOptions): void {
  const file = describeFileInTheWay(root);
  if (file !== undefined) {
    const [code, action] = create === true ? (['exists', 'make'] as const) : (['absent', 'open'] as const);
    throw new Failure(code, `Cannot ${action} the vault "${directory}": ${file}`, {
      ...(code === 'exists' ? { details: { path: root } } : {}),
      hint: `Name ${create === true ? 'an empty or new directory' : 'the directory of a vault'}`,
      commandHint: `Name ${create === true ? 'an empty or new directory' : 'the directory of a vault'} with --vault`,
    });
  }
}
