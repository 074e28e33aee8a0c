import { capitalized } from '../../base/text-ends.ts';
import type { MatchedPage } from '../match-page.ts';
import { SITE_WORDS } from './engine/site-filters.ts';
import type { PageNote } from './page-note.ts';
import { relativePath } from './site-path.ts';

/** The login is that of an account with another name. */
type Title = readonly [title: string, file: string, kind: string, login?: string];

/** The numbers and titles of the threads of a kind, one after the other. */
type Threads = readonly [repo: string, kind: string, ...(number | string)[]];

const ACCOUNT = 'account';

/** The order of the kinds of which all others are parts. */
const FIRST: readonly string[] = ['Repository', 'Organization', 'Person'];

/** The folders of threads, whose files follow from their numbers. */
const FOLDERS: Readonly<Record<string, string>> = {
  Issue: 'issues',
  'Pull request': 'pull',
  Discussion: 'discussions',
};

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
      const words = kind ?? capitalized(matched.row.name);
      const login = matched.row.name === ACCOUNT ? matched.params['owner'] : title;
      const row = [title, relativePath(this.#path, file), words] as const;
      this.#titles.set(file, login === title || login === undefined ? row : [...row, login]);
    }
  }

  /** A script with all titles: repositories and accounts come before what is in them. */
  script(): string {
    const threads = new Map<string, [string, string, ...(number | string)[]]>();
    const pages: Title[] = [];
    for (const title of [...this.#titles.values()].toSorted((one, other) => rankOf(one) - rankOf(other))) {
      const [, own = '', repo = '', number = ''] = /^(.*) · (\S+)#(\d+)$/s.exec(title[0]) ?? [];
      const [, file, kind] = title;
      if (FOLDERS[kind] !== undefined && file === `../${repo}/${FOLDERS[kind]}/${number}/index.html`) {
        const rows = threads.get(`${repo} ${kind}`) ?? [repo, kind];
        rows.push(Number(number), own);
        threads.set(`${repo} ${kind}`, rows);
      } else {
        pages.push(title);
      }
    }
    const all: readonly Threads[] = [...threads.values()];
    const titles = { pages, threads: all, folders: FOLDERS, qualifiers: SITE_WORDS };
    return `globalThis.satchelTitles = ${JSON.stringify(titles)};\n`;
  }
}

/** By kind; then pages come before those below them. */
function rankOf([, file, kind]: Title): number {
  const rank = FIRST.indexOf(kind);
  return rank < 0 ? FIRST.length + file.split('/').length : rank;
}
