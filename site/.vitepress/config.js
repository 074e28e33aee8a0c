// @ts-check
/** Builds the documents in `docs` as a site with local search. Their order is that of the links in `docs/README.md`. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DOCS = new URL('../../docs/', import.meta.url);

/** Files of the repository that are not part of the site: their links remain text in it. */
const OUTSIDE =
  /^(?:\.\.\/)+(?:README|ARCHITECTURE|CHANGELOG|CONTRIBUTING|SECURITY)\.md|^(?:\.\.\/)+(?:samples|schemas|src|test)\//;

/** The sidebar: the headings of `docs/README.md`, each with the documents that it links to, under their own titles. */
function readSidebar() {
  const sections = readFileSync(new URL('README.md', DOCS), 'utf8').split(/^## /m).slice(1);
  return sections.map((section) => {
    const paths = [...section.matchAll(/\]\(([^)#:]+\.md)\)/g)].map(([, path = '']) => path);
    return {
      text: section.split('\n')[0],
      collapsed: false,
      items: [...new Set(paths)]
        .filter((path) => !OUTSIDE.test(path))
        .map((path) => ({ text: titleOf(path), link: `/${path.replace(/\.md$/, '')}` })),
    };
  });
}

function titleOf(/** @type {string} */ path) {
  return /^# (.*)$/m.exec(readFileSync(new URL(path, DOCS), 'utf8'))?.[1] ?? path;
}

/** The fragments that code hosts give to headings, so that links work in both places. */
function slugify(/** @type {string} */ heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/**
 * Turns links to files outside of the site into plain text.
 *
 * @param {any} markdown a parser of markdown-it
 */
function unlinkOutside(markdown) {
  markdown.core.ruler.push('unlink-outside', (/** @type {any} */ state) => {
    for (const { children } of state.tokens) {
      let isOutside = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          isOutside = OUTSIDE.test(token.attrGet('href') ?? '');
        }
        if (isOutside && (token.type === 'link_open' || token.type === 'link_close')) {
          token.tag = 'span';
          token.attrs = null;
        }
      }
    }
  });
}

function inPackages(/** @type {string} */ path) {
  return fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
}

export default {
  title: 'Satchel',
  description: 'Carries your work home from a code-hosting service',
  lang: 'en',
  srcDir: fileURLToPath(DOCS),
  outDir: fileURLToPath(new URL('../dist/', import.meta.url)),
  rewrites: { 'README.md': 'index.md' },
  markdown: { anchor: { slugify }, config: unlinkOutside },
  // The documents are outside of this folder, so that packages cannot be found from there.
  vite: {
    resolve: {
      alias: [
        { find: /^vue$/, replacement: inPackages('vue/dist/vue.runtime.esm-bundler.js') },
        {
          find: 'vue/server-renderer',
          replacement: inPackages('@vue/server-renderer/dist/server-renderer.esm-bundler.js'),
        },
      ],
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: readSidebar(),
    outline: [2, 3],
  },
};
