import type { MatchedPage } from '../match-page.ts';
import type { PageNote } from './page-note.ts';
import { commitOf, isSearched, readPage } from './page-texts.ts';
import { relativePath } from './site-path.ts';
import { TextIndex } from './text-index.ts';
import { TitleIndex } from './title-index.ts';

interface SiteIndexOptions {
  /** The path of the script with the titles. */
  readonly titlesPath: string;
  /** The folder of the files of texts. */
  readonly textsFolder: string;
  readonly write: (path: string, content: string) => Promise<void>;
}

interface IndexedPage {
  readonly file: string;
  readonly matched: MatchedPage | undefined;
  /** Reads the page as it is shown. */
  readonly read: () => Promise<string>;
}

/** What the search of a site, and its search box, know of its pages. */
export class SiteIndex {
  readonly titles: TitleIndex;
  readonly #texts: TextIndex;
  readonly #folder: string;

  constructor({ titlesPath, textsFolder, write }: SiteIndexOptions) {
    this.titles = new TitleIndex(titlesPath);
    this.#folder = textsFolder;
    this.#texts = new TextIndex(({ name, content }) => write(`${textsFolder}/${name}`, content));
  }

  async add(named: Pick<PageNote, 'title' | 'kind'>, page: IndexedPage): Promise<void> {
    const { matched, read } = page;
    const file = relativePath(`${this.#folder}/index.js`, page.file);
    const shown = isSearched(matched) ? readPage(await read(), matched) : undefined;
    this.titles.add({ ...named, shown }, page.file, matched);
    const commit = commitOf(named.title, matched);
    if (commit !== undefined) {
      this.#texts.addCommit({ ...commit, file });
    }
    if (shown !== undefined) {
      await this.#texts.add({ ...shown, file });
    }
  }

  /** Writes the rest of the texts. */
  async end(): Promise<void> {
    await this.#texts.end();
  }
}
