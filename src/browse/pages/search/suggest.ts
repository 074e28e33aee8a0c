import { defineFile } from '../../page.ts';
import { accountPath, repositoryPath } from '../../paths.ts';

const MAX_SUGGESTIONS = 10;

/** Nothing is suggested for a longer text: it is pasted, and no title begins like that. */
const MAX_TYPED = 200;

/** Titles, repositories, people and numbers that match the input so far, as JSON. */
export const suggest = defineFile(({ store, links }, { query }) => {
  const typed = (query.get('q') ?? '').trim();
  const results: Suggestion[] = [];
  if (typed.length > MAX_TYPED) {
    return Response.json({ results });
  }
  const [, repo, number] = /^([^\s#]+\/[^\s#]+)#(\d{1,12})$/.exec(typed) ?? [];
  const thread = repo === undefined ? undefined : links.thread(repo, Number(number));
  if (thread !== undefined) {
    results.push({ title: typed, href: thread, where: 'by its number' });
  }
  const lower = typed.toLowerCase();
  for (const name of lower === '' ? [] : store.repositoryNames()) {
    if (results.length >= MAX_SUGGESTIONS / 2) {
      break;
    }
    if (name.toLowerCase().includes(lower)) {
      results.push({ title: name, href: repositoryPath(name), where: 'repository' });
    }
  }
  const account = /^@?([\w-]+)$/.exec(typed)?.[1];
  if (account !== undefined && store.hasAccount(account)) {
    results.push({ title: account, href: accountPath(account), where: 'account' });
  }
  for (const { title, url, repo: place, number: of } of store.completeTitles(typed, MAX_SUGGESTIONS)) {
    const href = links.local(url);
    if (href !== undefined && results.length < MAX_SUGGESTIONS) {
      results.push({ title: title ?? '', href, where: `${place ?? ''}${of === null ? '' : `#${of}`}` });
    }
  }
  return Response.json({ results });
});

/** A page that matches the input so far. */
interface Suggestion {
  readonly title: string;
  readonly href: string;
  /** A description of the place, such as repository and number. */
  readonly where: string;
}
