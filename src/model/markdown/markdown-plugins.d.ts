// Neither package brings types of its own.
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  function footnotes(md: MarkdownIt): void;

  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export { footnotes as default };
}

declare module 'markdown-it-emoji' {
  import type { MarkdownIt } from 'markdown-it';

  export function full(
    md: MarkdownIt,
    options?: { readonly shortcuts: Readonly<Record<string, string>> },
  ): void;
}
