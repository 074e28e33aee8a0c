/** What follows from a page for those after it: enough to continue behind it. */
export interface PageNote {
  readonly address: string;
  location?: string;
  isMissing?: true;
  isFailed?: true;
  title: string | null;
  /** What its title is of, in words. */
  kind?: string;
  /** The uploads that it shows first, with their media types; null for those that are missing. */
  readonly files: [path: string, type: string | null][];
  /** Addresses that end like a data format, and whether each is that of a page. */
  readonly wholes: [path: string, isPage: boolean][];
  /** The links that it has first, and those whose pages come later. */
  readonly links: string[];
}

export function noteOf(address: string): PageNote {
  return { address, title: null, files: [], wholes: [], links: [] };
}
