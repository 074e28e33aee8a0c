import { describe, expect, it } from 'vitest';
import { createMarkdownEngine } from '../../../../src/browse/markdown/markdown-engine.ts';
import type { MarkdownPlace } from '../../../../src/browse/markdown/resolve-address.ts';
import { NO_LINKS } from '../support/no-links.ts';
import { parseHtml } from '../support/parse-html.ts';

const PLACE: MarkdownPlace = { repo: 'acme/app', state: 'one', links: NO_LINKS };
const engine = createMarkdownEngine();
const render = (text: string) => engine(text, PLACE, 'u-');
const MATH = /<math[^>]*>/g;

describe('formulas', () => {
  it.each([
    ['Euler: $e^{i\\pi} = -1$.', '<msup><mi>e</mi>'],
    ['$a_1 * b_2 * c$', '<msub><mi>a</mi><mn>1</mn></msub>'],
    ['($x$)', '<mi>x</mi>'],
    ['$`a_b*c*`$', '<msub><mi>a</mi><mi>b</mi></msub>'],
    ['$$\\frac{1}{2}$$', '<mfrac><mn>1</mn><mn>2</mn></mfrac>'],
    ['$$\n\\frac{1}{2}\n$$', '<mfrac><mn>1</mn><mn>2</mn></mfrac>'],
    ['text $$\\frac{1}{2}$$ text', '<mfrac><mn>1</mn><mn>2</mn></mfrac>'],
    ['```math\n\\frac{1}{2}\n```', '<mfrac><mn>1</mn><mn>2</mn></mfrac>'],
    ['- $$\\sqrt{2}$$\n- b', '<msqrt><mn>2</mn></msqrt>'],
    ['$$\\begin{align}a&=b\\\\c&=d\\end{align}$$', '<mtd class="tml-left">'],
  ])('are drawn in %j', (text, expected) => {
    const html = render(text);
    expect(html.match(MATH)).toHaveLength(1);
    expect(html).toContain(expected);
    expect(html).not.toMatch(/<em>| style=/);
    expect(parseHtml(html).isBalanced).toBe(true);
  });

  it.each([
    'It costs $5 and $6.',
    'From $5-$6',
    'echo $HOME/$USER',
    'a$b$c',
    '\\$x\\$',
    '`$x$`',
    '```\n$x$\n```',
    '$ x $',
    '$$ $$',
    'one $ alone',
    '$$\nnever closed',
  ])('are not seen in %j', (text) => {
    expect(render(text)).not.toMatch(/<math|math-/);
  });

  it.each(['$\\frac{$', '$\\unknown{x}$', '$\\href{https://else.example}{x}$', '$\\includegraphics{x.png}$'])(
    'that cannot be drawn are shown as their source: %j',
    (text) => {
      const html = render(text);
      expect(html).not.toContain('<math');
      expect(parseHtml(html).text).toContain(text.slice(1, -1));
      expect(html).toContain('class="math-source"');
    },
  );

  it('change nothing but their own text, whatever they contain', () => {
    for (const tex of [
      '\\text{<img src=x onerror=alert(1)>}',
      '\\text{</math><script>alert(1)</script>}',
      '\\class{top}{x}',
      '\\id{main}{x}',
      '\\style{position:fixed}{x}',
      '\\data{key=g h}{x}',
      '\\color{red}x',
      '\\rule{9999em}{9999em}',
      `${'{'.repeat(900)}x${'}'.repeat(900)}`,
      '\\def\\a{\\a\\a}\\a',
    ]) {
      const { elements, isBalanced } = parseHtml(render(`$$${tex}$$`));
      expect([tex, isBalanced]).toEqual([tex, true]);
      for (const { tag, attributes } of elements) {
        expect(['img', 'script', 'style', 'a']).not.toContain(tag);
        expect(Object.keys(attributes).filter((name) => /^(?:on|style$|id$|href$|data-)/.test(name))).toEqual(
          [],
        );
      }
    }
  });

  it('written as MathML elements are removed but for their text', () => {
    const html = render('<math><mtext><style><img src=x onerror=alert(1)></style></mtext><mi>x</mi></math>');
    expect(html).not.toMatch(/<(?:math|mtext|mi|style)|onerror=/);
  });
});

describe('diagrams', () => {
  it.each(['geojson', 'topojson', 'stl'])('of %s are shown as source, with the reason', (language) => {
    const html = render(`\`\`\`${language}\nA-->B\n\`\`\``);
    expect(parseHtml(html).text).toContain('shown as its source: drawing it would take a script.');
    expect(html).toContain('A--&gt;B');
  });
});
