import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The links of a site that lead to no file of it, with their pages. */
export async function brokenLinksOf(directory: string): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [file, html] of await pagesOf(directory)) {
    for (const [tag, attributes = ''] of html.matchAll(/<a(\s[^>]*)?>/g)) {
      const href = /\shref="([^"]*)"/
        .exec(attributes)?.[1]
        ?.replaceAll('&amp;', '&')
        .replaceAll('&#39;', "'");
      const target =
        href === undefined || /^(?:https?|mailto):|^#/.test(href) ? undefined : href.replace(/[?#].*$/, '');
      const isThere =
        target === undefined || existsSync(join(directory, dirname(file), decodeURIComponent(target)));
      if (href === undefined || !isThere) {
        broken.push(`${file}: ${tag}`);
      }
    }
  }
  return broken;
}

/** The controls of a site that do nothing, links to absent anchors, and ages, which are those of the day of writing. */
export async function deadControlsOf(directory: string): Promise<readonly string[]> {
  const dead: string[] = [];
  for (const [file, html] of await pagesOf(directory)) {
    // The forms of searches are shown by the script.
    const page = html.replace(
      /<div class="prose".*?<\/div>|<form [^>]*data-titles[^>]* hidden.*?<\/form>/gs,
      '',
    );
    const found = [
      ...page.matchAll(
        /<time[^>]*>(?:[^<]* ago|just now)<\/time>|<section class="banner[^>]*><span>[^<]*(?: ago|today|yesterday)/gs,
      ),
      ...page.matchAll(/<form (?![^>]*data-titles)[^>]*>|<button(?![^>]* hidden)[^>]*>/g),
      ...page.matchAll(/<span[^>]*(?: data-key=| class="button"|data-copy)[^>]*>(?=\s*<svg|[^<]*<\/span>)/g),
      ...page.matchAll(/<(?:li|section|ul|div)[^>]* data-control>\s*<span(?! class="muted)[^>]*>/g),
    ].map(([tag]) => tag.slice(0, 120));
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const lost = [...page.matchAll(/ href="#([^"]+)"/g)].flatMap(([, id = '']) =>
      ids.has(id) ? [] : [`#${id}`],
    );
    dead.push(...[...found, ...lost].map((one) => `${file}: ${one}`));
  }
  return dead;
}

async function pagesOf(directory: string): Promise<readonly (readonly [file: string, html: string])[]> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.html'));
  return Promise.all(
    names.map(async (name) => [name, await readFile(join(directory, name), 'utf8')] as const),
  );
}
