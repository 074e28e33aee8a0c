import { ownFile } from '../base/own-files.ts';

const VAULT_VERSION = 2;

/** What the file says that marks a vault, in a directory and in object storage alike. */
export interface Marker {
  /** Public keys of age that the vault is encrypted for, sorted; none if it is not encrypted. */
  readonly recipients: readonly string[];
}

/** Why a marker says nothing. */
export type MarkerFault = 'absent' | 'damaged' | 'unknown-version';

/** The content of that file, of this or another version. */
interface MarkerContent {
  readonly vault_version: number;
  readonly recipients?: readonly string[];
}

export const MARKER_FILE = ownFile<MarkerContent>('vault-marker');

/** What the content of a marker says; a text says why the file cannot be read. */
export function parseMarker(content: MarkerContent | string | undefined): Marker | MarkerFault {
  if (content === undefined) {
    return 'absent';
  }
  if (typeof content === 'string') {
    return 'damaged';
  }
  const { vault_version: version, recipients } = content;
  if (version !== VAULT_VERSION) {
    return 'unknown-version';
  }
  return recipients === undefined ? 'damaged' : { recipients: sorted(recipients) };
}

export function textOfMarker({ recipients }: Marker): string {
  return `${JSON.stringify({ vault_version: VAULT_VERSION, recipients: sorted(recipients) })}\n`;
}

export const MARKER_FAULTS = {
  absent: 'is missing',
  damaged: 'is damaged',
  'unknown-version': 'has an unknown version',
} as const satisfies Readonly<Record<MarkerFault, string>>;

function sorted(recipients: readonly string[]): readonly string[] {
  return [...new Set(recipients)].toSorted();
}
