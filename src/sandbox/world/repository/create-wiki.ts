import type { GitHistory } from '../git/git-history.ts';
import { createHistoryBuilder, createRevision } from '../git/history-builder.ts';
import { DAY_MS } from '../timestamps.ts';
import { leaderOf, type Scene } from './scene.ts';
import { sign } from './workshop.ts';

const WIKI_BRANCH = 'master';

/** The wiki's own repository: a home page, and one page about the words of the trade. */
export function createWiki(scene: Scene): GitHistory {
  const { theme, name, beginMs } = scene;
  const builder = createHistoryBuilder(WIKI_BRANCH);
  const author = sign(leaderOf(scene), beginMs + DAY_MS);
  const home = createRevision({
    parents: [],
    changes: [
      { path: 'Home.md', text: `# Welcome to ${name}\n\n${theme.description}.\n\nSee [[Glossary]].\n` },
    ],
    author,
    message: 'Initial Home page',
  });
  const words = theme.objects.map(
    (object) => `* **${object}**: what the ${theme.components[0] ?? name} works on`,
  );
  const glossary = createRevision({
    parents: [home],
    changes: [{ path: 'Glossary.md', text: `# Glossary\n\n${words.join('\n')}\n` }],
    author: sign(leaderOf(scene), beginMs + 9 * DAY_MS),
    message: 'Explain the words',
  });
  builder.add(home);
  builder.add(glossary);
  builder.setRef(`refs/heads/${WIKI_BRANCH}`, glossary.commit.sha);
  return builder.finish();
}
