import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf } from './docs-commands.ts';
import { type Link, linksOf, ROOT, readDocuments } from './documents.ts';

const OTHERS = [
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'changelog/README.md',
  'samples/README.md',
];

const documents = new Map([
  ...readDocuments(),
  ...OTHERS.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const),
]);

/** The fragments of a document's headings; a repeated heading gets a number. */
function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/^#+ (.*)$/gm);
  const anchors = [...headings].map(([, heading = '']) => {
    const anchor = anchorOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}

function faultOf({ from, path, fragment }: Link): string | undefined {
  const text = documents.get(path);
  if (!existsSync(join(ROOT, path))) {
    return `${from}: there is no ${path}`;
  }
  return fragment === '' || (text !== undefined && anchorsOf(text).has(fragment))
    ? undefined
    : `${from}: ${path} has no heading #${fragment}`;
}

describe('links between documents', () => {
  const links = [...documents].flatMap(([path, text]) => linksOf(path, text));

  it('link to files and headings that exist', () => {
    expect(links.length).toBeGreaterThan(100);
    expect(links.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
  });

  it('reach every document from the README', () => {
    const reached = new Set(['README.md', 'samples/README.md']); // The latter is seen in its folder.
    for (const path of reached) {
      for (const link of links.filter(({ from }) => from === path)) {
        reached.add(link.path);
      }
    }
    expect([...documents.keys()].filter((path) => !reached.has(path))).toEqual([]);
  });

  it('would be found broken', () => {
    const text = '# Start\n[a](#start) [b](no-such.md) [c](docs/service.md#no-such-heading)';
    expect(linksOf('ARCHITECTURE.md', text).map(faultOf)).toEqual([
      'ARCHITECTURE.md: ARCHITECTURE.md has no heading #start',
      'ARCHITECTURE.md: there is no no-such.md',
      'ARCHITECTURE.md: docs/service.md has no heading #no-such-heading',
    ]);
  });

  it('name files and folders of the sources that exist', () => {
    const named = [...documents].flatMap(([from, text]) =>
      [...text.matchAll(/(?<!`)`((?:src|test|schemas|build|docs)\/[\w./-]+)`/g)].map(([, path = '']) => ({
        from,
        path,
      })),
    );
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter(({ path }) => !path.includes('PART') && !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
