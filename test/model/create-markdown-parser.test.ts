import { describe, expect, it } from 'vitest';
import { createMarkdownParser } from '../../src/model/create-markdown-parser.ts';

const md = createMarkdownParser();
const inline = (text: string) => md.renderInline(text);

/** A text in which each link is written as `{text}`, or as `{text|address}` if its address differs from it. */
function linksIn(text: string): string {
  return md
    .renderInline(text)
    .replace(/<a href="([^"]*)">(.*?)<\/a>/g, (_, href: string, words: string) =>
      href === words ? `{${words}}` : `{${words}|${href}}`,
    );
}

describe('tags that change how the rest is read (GFM 6.11)', () => {
  it.each([
    ['a <textarea> b', 'a &lt;textarea> b'],
    ['a <title>b</TITLE >', 'a &lt;title>b&lt;/TITLE >'],
    [
      '<xmp/> <iframe src="x"> <noembed> <noframes> <plaintext>',
      '&lt;xmp/> &lt;iframe src="x"> &lt;noembed> &lt;noframes> &lt;plaintext>',
    ],
    ['<b><script>x</script></b>', '<b>&lt;script>x&lt;/script></b>'],
    ['<titles> <em title="<title>">', '<titles> <em title="&lt;title>">'],
    ['`<title>`', '<code>&lt;title&gt;</code>'],
  ])('shows them as text in %j', (text, html) => {
    expect(inline(text)).toBe(html);
  });

  it.each([
    ['<blockquote>\n  <xmp> no\n</blockquote>', '<blockquote>\n  &lt;xmp> no\n</blockquote>'],
    ['<div\n><script\nsrc=x>', '<div\n>&lt;script\nsrc=x>'],
    ['<script>\n\n*a*\n</script>\n\n*b*', '&lt;script>\n\n*a*\n&lt;/script>\n<p><em>b</em></p>\n'],
    ['<textarea>\n\n*a*', '<p>&lt;textarea></p>\n<p><em>a</em></p>\n'],
    ['a\n<textarea>\n\n*a*', '<p>a\n&lt;textarea></p>\n<p><em>a</em></p>\n'],
  ])('shows them as text in the blocks of %j', (text, html) => {
    expect(md.render(text)).toBe(html);
  });
});

describe('addresses without brackets (GFM 6.9)', () => {
  it.each([
    ['www.e.example', '{www.e.example|http://www.e.example}'],
    ['see www.e.example/help now', 'see {www.e.example/help|http://www.e.example/help} now'],
    [
      'www.e.example/a.b. www.e.example.',
      '{www.e.example/a.b|http://www.e.example/a.b}. {www.e.example|http://www.e.example}.',
    ],
    ['(www.e.example/?q=a+(b))', '({www.e.example/?q=a+(b)|http://www.e.example/?q=a+(b)})'],
    ['www.e.example/?q=a+(b)))', '{www.e.example/?q=a+(b)|http://www.e.example/?q=a+(b)}))'],
    ['www.e.example/?q=(a))+ok', '{www.e.example/?q=(a))+ok|http://www.e.example/?q=(a))+ok}'],
    ['www.e.example/?q=a&amp;hl=en', '{www.e.example/?q=a&amp;hl=en|http://www.e.example/?q=a&amp;hl=en}'],
    ['www.e.example/?q=a&hl;', '{www.e.example/?q=a|http://www.e.example/?q=a}&amp;hl;'],
    ['www.e.example/he<lp', '{www.e.example/he|http://www.e.example/he}&lt;lp'],
    ['awww.e.example www. www.a_b.example', 'awww.e.example www. www.a_b.example'],
    ['http://e.example (https://e.example/?q=a+(b))', '{http://e.example} ({https://e.example/?q=a+(b)})'],
    ['&lt;https://e.example/a&gt; b', '&lt;{https://e.example/a}&gt; b'],
    ['&quot;https://e.example&quot;.', '&quot;{https://e.example}&quot;.'],
    ['_https://e.example/a_b_', '<em>{https://e.example/a_b}</em>'],
    [
      '__https://e.example/__ **https://e.example/**',
      '<strong>{https://e.example/}</strong> <strong>{https://e.example/}</strong>',
    ],
    [
      '__https://e.example__ _www.e.example_',
      '<strong>{https://e.example}</strong> <em>{www.e.example|http://www.e.example}</em>',
    ],
    ['*www.e.example/a_b*', '<em>{www.e.example/a_b|http://www.e.example/a_b}</em>'],
    ['~~https://e.example/~a~~', '<s>{https://e.example/~a}</s>'],
    ['https://e.example/a*b*c', '{https://e.example/a*b*c}'],
    ['https://my_host.e.example/x', '{https://my_host.e.example/x}'],
    ['https://e.my_host.example/x', 'https://e.my_host.example/x'],
    ['http://localhost:8080/a, ftp://e.example', '{http://localhost:8080/a}, {ftp://e.example}'],
    [
      'xhttps://e.example gopher://e.example //e.example',
      'xhttps://e.example gopher://e.example //e.example',
    ],
    ['見よhttps://例え.example/道', '見よ{https://例え.example/道|https://xn--r8jz45g.example/%E9%81%93}'],
    ['https://e.example/%E9%81%93', '{https://e.example/%E9%81%93}'],
    ['[https://e.example/a] b', '[{https://e.example/a}] b'],
    ['[https://e.example](https://f.example)', '{https://e.example|https://f.example}'],
    ['[a](https://e.example/b)', '{a|https://e.example/b}'],
    ['<https://e.example/b_>', '{https://e.example/b_}'],
    ['<a href="x">https://e.example</a>', '{https://e.example|x}'],
    ['`https://e.example`', '<code>https://e.example</code>'],
  ])('links %j as %j', (text, shown) => {
    expect(linksIn(text)).toBe(shown);
  });

  it.each([
    ['a.b-c_d+e@f.example', '{a.b-c_d+e@f.example|mailto:a.b-c_d+e@f.example}'],
    ['Mail a@f.example.', 'Mail {a@f.example|mailto:a@f.example}.'],
    [
      '_a@f.example_ (a@f.example)',
      '<em>{a@f.example|mailto:a@f.example}</em> ({a@f.example|mailto:a@f.example})',
    ],
    ['a@f_g.example-h', '{a@f_g.example-h|mailto:a@f_g.example-h}'],
    ['a@f.example- a@f.example_', 'a@f.example- a@f.example_'],
    ['a@f+g.example x/a@f.example a@1.2.3 a@f', 'a@f+g.example x/a@f.example a@1.2.3 a@f'],
    ['mailto:a@f.example xmpp:a@f.example/b', '{mailto:a@f.example} {xmpp:a@f.example/b}'],
    [
      '[a@f.example](x) <a href="x">a@f.example</a> `a@f.example`',
      '{a@f.example|x} {a@f.example|x} <code>a@f.example</code>',
    ],
  ])('links the mail address in %j', (text, shown) => {
    expect(linksIn(text)).toBe(shown);
  });
});

describe('text between tildes (GFM 6.5)', () => {
  it.each([
    ['~one~ ~~two~~ a~b~c', '<s>one</s> <s>two</s> a<s>b</s>c'],
    ['~~~three~~~ ~a~~ b', '~~~three~~~ ~a~~ b'],
    ['~5 to ~10, ~/a and ~/b', '~5 to ~10, ~/a and ~/b'],
    [
      '~~**a**~~ **~a~** ~~a ~b~ c~~',
      '<s><strong>a</strong></s> <strong><s>a</s></strong> <s>a <s>b</s> c</s>',
    ],
    ['[~a~](x)', '<a href="x"><s>a</s></a>'],
  ])('strikes %j', (text, html) => {
    expect(inline(text)).toBe(html);
  });
});

it('reads a text after a byte order mark as if there was none', () => {
  expect(md.render('\ufeff# a')).toBe('<h1>a</h1>\n');
});
