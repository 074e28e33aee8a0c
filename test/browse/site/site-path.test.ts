import { describe, expect, it } from 'vitest';
import { LastingNamer } from '../../../src/base/safe-name.ts';
import { rewritePage } from '../../../src/browse/site/rewrite-page.ts';
import { bytesPath, pagePath, relativePath, type SitePath } from '../../../src/browse/site/site-path.ts';

const fileOf = ({ parts, extension }: SitePath) => new LastingNamer().pathOf(parts, extension);
const pageFile = (path: string, search: string) => fileOf(pagePath(path, search));
const bytesFile = (path: string, type: string) => fileOf(bytesPath(path, type));

describe('pagePath()', () => {
  it('keeps paths that a file system accepts, and replaces others by a digest', () => {
    expect(pageFile('/acme/app/issues/1', '')).toBe('acme/app/issues/1/index.html');
    expect(pageFile('/acme/app/issues', '?after=x')).toMatch(/^acme\/app\/issues\/page-[0-9a-f]{10}\.html$/);
    expect(pageFile('/acme/app/labels/good%20first%20issue', '')).toMatch(
      /labels\/good-first-issue~[0-9a-f]{16}\//,
    );
    expect(pageFile('/acme/app/blob/%2e%2e/x', '')).not.toContain('..');
    expect(pageFile('/acme/con/aux.c', '')).toMatch(/^acme\/con~[0-9a-f]{16}\/aux~[0-9a-f]{16}\.c\//);
  });
});

describe('bytesPath()', () => {
  it('names pictures after what they are, and what could run as a text', () => {
    expect(bytesFile('/user-attachments/assets/1a', 'image/png')).toBe('user-attachments/assets/1a.png');
    expect(bytesFile('/a/b/evil.svg', 'image/svg+xml')).toBe('a/b/evil.svg.txt');
    expect(bytesFile('/a/b/evil.HTML', 'application/octet-stream')).toBe('a/b/evil.HTML.txt');
    expect(bytesFile('/a/b/notes.pdf', 'application/octet-stream')).toBe('a/b/notes.pdf');
    expect(bytesFile('/a/b/my%20notes.pdf', '')).toMatch(/^a\/b\/my-notes~[0-9a-f]{16}\.pdf$/);
  });
});

describe('relativePath()', () => {
  it('links from one file to another', () => {
    expect(relativePath('a/b/index.html', 'a/c/index.html')).toBe('../c/index.html');
    expect(relativePath('index.html', 'a/50%.html')).toBe('a/50%25.html');
    expect(relativePath('a/b/c/index.html', 'a/b/index.html')).toBe('../index.html');
    expect(relativePath('a/b/index.html', 'a/b/page-1.html')).toBe('page-1.html');
    expect(relativePath('a/bc/index.html', 'a/b/index.html')).toBe('../b/index.html');
    expect(relativePath('-/people/x/index.html', 'a/c@d/e+f.txt')).toBe('../../../a/c%40d/e%2Bf.txt');
  });
});

describe('rewritePage()', () => {
  it('changes links in tags, and nothing that people wrote', () => {
    const html =
      '<head><meta charset="utf-8"></head><p>say href="/x"</p><a href="/x?a=1&amp;b=2">x</a><a href="/-/sql">y</a>';
    const text = rewritePage(html, {
      originalOf: () => undefined,
      assetOf: (name) => name,
      ...{ titles: 't.js', texts: 'texts/index.js', search: 'search.html' },
      fileOf: (written) => (written.startsWith('/x?') ? `x${written.slice(2)}` : undefined),
    });
    expect(text).toContain('<p>say href="/x"</p><a href="x?a=1&amp;b=2">x</a><span>y</span>');
    expect(text).toContain("default-src 'none'");
  });
});
