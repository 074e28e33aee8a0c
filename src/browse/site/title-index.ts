import { capitalized } from '../../base/text-ends.ts';
import type { MatchedPage } from '../match-page.ts';
import { stateSign } from '../show/badges.ts';
import { SITE_WORDS } from './engine/site-filters.ts';
import type { PageNote } from './page-note.ts';
import type { PageFacts } from './page-texts.ts';
import { relativePath } from './site-path.ts';

/** The login is that of an account with another name; the state is empty for what has none. */
type Title = readonly [title: string, file: string, kind: string, login: string | null, state: string];

/** What is added of a page. */
interface Titled extends Pick<PageNote, 'title' | 'kind'> {
  /** The kind and state of what it shows. */
  readonly shown?: Pick<PageFacts, 'kind' | 'state'> | undefined;
}

/** The numbers, titles and states of the threads of a kind, one after the other. */
type Threads = readonly [repo: string, kind: string, ...(number | string)[]];

const ACCOUNT = 'account';

/** What suggestions have a sign for, here and in the reader. */
const SIGNED: ReadonlySet<string> = new Set(['issue', 'pull_request', 'discussion', 'milestone', 'release']);

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
  /** The drawings of kinds and states. */
  readonly #signs = new Map<string, string>();

  /** @param path The path of its script in the site. */
  constructor(path: string) {
    this.#path = path;
  }

  get count(): number {
    return this.#titles.size;
  }

  /** Adds the page in `file`, if its kind of pages is in the index. */
  add({ title, kind, shown }: Titled, file: string, matched: MatchedPage | undefined): void {
    if (matched?.row.inSites === 'indexed' && title !== null && file.endsWith('/index.html')) {
      const words = kind ?? capitalized(matched.row.name);
      const login = matched.row.name === ACCOUNT ? matched.params['owner'] : title;
      const other = login === title || login === undefined ? null : login;
      const state = shown?.state ?? '';
      this.#titles.set(file, [title, relativePath(this.#path, file), words, other, state]);
      if (SIGNED.has(shown?.kind ?? '')) {
        this.#signs.set(
          `${words} ${state}`,
          String(stateSign({ kind: shown?.kind ?? '', state: state || 'open' })),
        );
      }
    }
  }

  /** A script with all titles: repositories and accounts come before what is in them. */
  script(): string {
    const threads = new Map<string, [string, string, ...(number | string)[]]>();
    const pages: Title[] = [];
    for (const title of [...this.#titles.values()].toSorted((one, other) => rankOf(one) - rankOf(other))) {
      const [, own = '', repo = '', number = ''] = /^(.*) · (\S+)#(\d+)$/s.exec(title[0]) ?? [];
      const [, file, kind, , state] = title;
      if (FOLDERS[kind] !== undefined && file === `../${repo}/${FOLDERS[kind]}/${number}/index.html`) {
        const rows = threads.get(`${repo} ${kind}`) ?? [repo, kind];
        rows.push(Number(number), own, state);
        threads.set(`${repo} ${kind}`, rows);
      } else {
        pages.push(title);
      }
    }
    const all: readonly Threads[] = [...threads.values()];
    const signs = Object.fromEntries(this.#signs);
    const titles = { pages, threads: all, folders: FOLDERS, qualifiers: SITE_WORDS, signs };
    return `globalThis.satchelTitles = ${JSON.stringify(titles)};\n`;
  }
}

/** By kind; then pages come before those below them. */
function rankOf([, file, kind]: Title): number {
  const rank = FIRST.indexOf(kind);
  return rank < 0 ? FIRST.length + file.split('/').length : rank;
}
