import type { Thread } from '../reading/thread.ts';
import { entryBlocks, openingBlocks } from '../reading/thread-text.ts';

/**
 * A conversation as one piece of safe HTML, without the style and the scripts of a page. Each text is rendered by itself,
 * so that what one leaves open does not reach the next.
 */
export async function renderThread(
  thread: Thread,
  render: (markdown: string) => Promise<string>,
): Promise<string> {
  const bodyOf = (body: string) => body;
  const sections = [
    openingBlocks(thread, bodyOf),
    ...thread.timeline.map((entry) => entryBlocks(entry, { bodyOf })),
  ];
  const rendered = await Promise.all(
    sections.map(async (blocks) => {
      const texts = await Promise.all(blocks.filter((block) => block !== '').map(render));
      return `<section>\n${texts.join('\n')}\n</section>`;
    }),
  );
  return `<article>\n${rendered.join('\n')}\n</article>`;
}
