/** Paths that hold the letters of a query in their order, the best first: whole words beat scattered letters. */
export function rankPaths(paths: readonly string[], query: string, limit: number): readonly string[] {
  const wanted = query.toLowerCase().replaceAll(' ', '');
  if (wanted === '') {
    return paths.slice(0, limit);
  }
  return paths
    .map((path) => ({ path, score: scoreOf(path.toLowerCase(), wanted) }))
    .filter(({ score }) => score < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.score - other.score || one.path.length - other.path.length)
    .slice(0, limit)
    .map(({ path }) => path);
}

/** Less is better: where the query stands in the name of the file, then in the path, then how far its letters lie apart. */
function scoreOf(path: string, wanted: string): number {
  const name = path.lastIndexOf('/') + 1;
  const inName = path.indexOf(wanted, name);
  if (inName >= 0) {
    return inName - name;
  }
  const inPath = path.indexOf(wanted);
  if (inPath >= 0) {
    return 1_000 + inPath;
  }
  let [position, first] = [-1, -1];
  for (const letter of wanted) {
    position = path.indexOf(letter, position + 1);
    if (position < 0) {
      return Number.POSITIVE_INFINITY;
    }
    first = first < 0 ? position : first;
  }
  return 10_000 + (position - first);
}
