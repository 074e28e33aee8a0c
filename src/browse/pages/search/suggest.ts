import { defineFile } from '../../page.ts';
import { suggestionsFor } from './suggestions.ts';

/** What matches the input so far, as JSON, for the page at the path `at`. */
export const suggest = defineFile(async (sources, { query, signal }) => {
  const typed = (query.get('q') ?? '').trimStart();
  return Response.json({ results: await suggestionsFor(sources, typed, query.get('at') ?? '', signal) });
});
