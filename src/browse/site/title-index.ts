import { capitalized } from '../../base/text-ends.ts';
import type { MatchedPage } from '../match-page.ts';
import type { PageNote } from './page-note.ts';
import { relativePath } from './site-path.ts';

type Title = readonly [title: string, file: string, kind: string];

const ACCOUNT = 'account';
const ORGANIZATION = 'Organization';
const REPOSITORY = 'Repository';

/** The order of the kinds of which all others are parts. */
const FIRST: readonly string[] = [REPOSITORY, ORGANIZATION, 'Person'];

/** What the title of a page is of, in words; `row` is the name of its row in the tables of pages. */
export function kindOfPage(html: string, row = ''): string {
  if (row !== ACCOUNT) {
    return capitalized(row);
  }
  const head = html.slice(html.indexOf('<h1'), html.indexOf('</h1>'));
  return head.includes('<span class="tag">organization</span>') ? ORGANIZATION : 'Person';
}

/** The titles that the search box of a site completes. */
export class TitleIndex {
  readonly #path: string;
  readonly #titles = new Map<string, Title>();

  /** @param path The path of its script in the site. */
  constructor(path: string) {
    this.#path = path;
  }

  get count(): number {
    return this.#titles.size;
  }

  /** Adds the page in `file`, if its kind of pages is in the index. */
  add(
    { title, kind }: Pick<PageNote, 'title' | 'kind'>,
    file: string,
    matched: MatchedPage | undefined,
  ): void {
    if (matched?.row.inSites === 'indexed' && title !== null && file.endsWith('/index.html')) {
      const words = kind ?? kindOfPage('', matched.row.name);
      this.#titles.set(file, [title, relativePath(this.#path, file), words]);
    }
  }

  /** A script with all titles: repositories and accounts come before what is in them. */
  script(): string {
    const titles = [...this.#titles.values()].toSorted((one, other) => rankOf(one) - rankOf(other));
    return `globalThis.satchelTitles = ${JSON.stringify(titles)};\n`;
  }
}

/** By kind; then pages come before those below them. */
function rankOf([, file, kind]: Title): number {
  const rank = FIRST.indexOf(kind);
  return rank < 0 ? FIRST.length + file.split('/').length : rank;
}
