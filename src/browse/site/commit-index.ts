import type { CommitsPart } from './engine/index-format.ts';

/** A commit that has a page. */
export interface IndexedCommit {
  readonly repo: string;
  readonly id: string;
  readonly title: string;
  /** The file of its page, seen from the folder of the index. */
  readonly file: string;
}

type Commits = Map<string, { readonly folder: string; readonly commits: Map<string, string> }>;

/** The commits of a site, in a part for each first digit of their ids: a search for an id reads only one of them. */
export class CommitIndex {
  readonly #parts = new Map<string, Commits>();

  add({ repo, id, title, file }: IndexedCommit): void {
    const ending = `${id}/index.html`;
    if (file.endsWith(ending)) {
      const part: Commits = this.#parts.get(id.slice(0, 1)) ?? new Map();
      const own = part.get(repo) ?? { folder: file.slice(0, -ending.length), commits: new Map() };
      own.commits.set(id, title);
      part.set(repo, own);
      this.#parts.set(id.slice(0, 1), part);
    }
  }

  parts(): ReadonlyMap<string, CommitsPart> {
    return new Map(
      [...this.#parts].map(([digit, part]) => [
        digit,
        Object.fromEntries(
          [...part].map(([repo, { folder, commits }]) => [repo, { folder, commits: [...commits] }]),
        ),
      ]),
    );
  }
}
