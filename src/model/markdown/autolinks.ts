import type { MarkdownIt, StateInline, Token } from 'markdown-it';

/** Longer addresses stay text. */
const MAX_ADDRESS = 2_000;

/** Letters, digits, underscores and hyphens in segments between periods; underscores in neither of the last two. */
const HOST = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*/u;
const LAST_SEGMENTS = /[^.]*(?:\.[^.]*)?$/;

/** What ends a sentence or its emphasis does not belong to an address. */
const PUNCTUATION = /[?!.,:*_~'";]$/;
const ENTITY = /&[a-z\d]+;$/i;

const SCHEME = /(?<![a-z\d])(?:https?|ftp)$/i;

/** What may precede `www.`; the specification allows less than this, the service more. */
const BEFORE_WWW = /[\s*_~("'[\]|>]/;

const MAIL =
  /(?<![\w.+/-])(mailto:|xmpp:)?([\w.+-]{1,256}@[\w-]{1,256}(?:\.[\w-]{1,256}){1,32})(?![\w-])(\/[\w@.]{1,256})?/gi;

const [COLON, LARGE_W, SMALL_W] = [58, 87, 119];

/**
 * Links addresses without brackets as GitHub Flavored Markdown 0.29 does, section 6.9: those of the web while the text
 * is read, so that nothing in them is markup, and those of mail afterwards.
 */
export function autolinks(md: MarkdownIt): void {
  const readText = md.inline.ruler.getRules('')[0];
  md.inline.ruler.at('text', (state, isSilent) => {
    const start = state.pos;
    if (readText?.(state, isSilent) !== true) {
      return false;
    }
    // A host without a scheme must be a token of its own.
    const at = state.src.slice(start, state.pos).search(/(?<=.)www\./i);
    if (at > 0) {
      const end = start + at;
      state.pending = isSilent ? state.pending : state.pending.slice(0, end - state.pos);
      state.pos = end;
    }
    return true;
  });
  md.inline.ruler.before('text', 'satchel_web', (state, isSilent) => {
    // A search for the end of brackets must not end in an address.
    const found = isSilent || state.linkLevel > 0 ? undefined : webAddressAt(state);
    if (found === undefined) {
      return false;
    }
    const { before, written, scheme } = found;
    state.pending = state.pending.slice(0, state.pending.length - before);
    const text = md.utils.unescapeAll(written.replaceAll('\\', '\\\\'));
    const [open, words] = [state.push('link_open', 'a', 1), state.push('text', '', 0)];
    open.attrSet('href', md.normalizeLink(scheme + text));
    words.content = text;
    for (const token of [open, state.push('link_close', 'a', -1)]) {
      token.markup = 'linkify';
      token.info = 'auto';
    }
    state.pos += written.length - before;
    return true;
  });
  md.core.ruler.at('linkify', ({ tokens, Token: Made }) => {
    for (const token of tokens) {
      if (token.type === 'inline' && token.children !== null && token.content.includes('@')) {
        token.children = linkMails(token.children, Made, md);
      }
    }
  });
}

interface WebAddress {
  /** How many characters of it were read before, as text. */
  readonly before: number;
  readonly written: string;
  /** What it lacks. */
  readonly scheme: '' | 'http://';
}

function webAddressAt({ src, pos, pending }: StateInline): WebAddress | undefined {
  const code = src.charCodeAt(pos);
  if (code === COLON && src.startsWith('://', pos)) {
    const [scheme] = SCHEME.exec(pending.slice(-6)) ?? [];
    const written =
      scheme === undefined ? undefined : addressAt(src, { start: pos - scheme.length, host: pos + 3 });
    return scheme === undefined || written === undefined
      ? undefined
      : { before: scheme.length, written, scheme: '' };
  }
  const isWeb = (code === SMALL_W || code === LARGE_W) && /^www\./i.test(src.slice(pos, pos + 4));
  if (isWeb && (pos === 0 || BEFORE_WWW.test(src[pos - 1] ?? ''))) {
    const written = addressAt(src, { start: pos, host: pos });
    return written?.includes('.', 4) === true || /^www\.[^.]/i.test(written ?? '')
      ? { before: 0, written: written ?? '', scheme: 'http://' }
      : undefined;
  }
  return undefined;
}

/** The address that begins here, without what only follows it. */
function addressAt(
  src: string,
  { start, host }: { readonly start: number; readonly host: number },
): string | undefined {
  const [name] = HOST.exec(src.slice(host, host + MAX_ADDRESS)) ?? [];
  if (name === undefined || LAST_SEGMENTS.exec(name.replace(/_+$/, ''))?.[0].includes('_') === true) {
    return undefined;
  }
  const [rest = ''] = /^[^\s<]*/.exec(src.slice(start, start + MAX_ADDRESS)) ?? [];
  const address = trimEnd(rest.slice(0, endOfBrackets(rest)));
  return start + address.length > host ? address : undefined;
}

/** The place of the first closing bracket without an opening one: addresses may be the text of a link. */
function endOfBrackets(address: string): number {
  let depth = 0;
  for (let index = 0; index < address.length; index += 1) {
    depth += address[index] === '[' ? 1 : address[index] === ']' ? -1 : 0;
    if (depth < 0) {
      return index;
    }
  }
  return address.length;
}

function trimEnd(address: string): string {
  let [end, surplus] = [address, 0];
  for (const character of address) {
    surplus += character === ')' ? 1 : character === '(' ? -1 : 0;
  }
  for (;;) {
    const entity = ENTITY.exec(end);
    if (entity !== null) {
      end = end.slice(0, entity.index);
    } else if (PUNCTUATION.test(end)) {
      end = end.slice(0, -1);
    } else if (end.endsWith(')') && surplus > 0) {
      end = end.slice(0, -1);
      surplus -= 1;
    } else {
      return end;
    }
  }
}

function linkMails(children: readonly Token[], Made: typeof Token, md: MarkdownIt): Token[] {
  let depth = 0;
  return children.flatMap((child) => {
    depth += linkStep(child);
    return child.type === 'text' && depth === 0 ? linkMailsIn(child, Made, md) : [child];
  });
}

function linkMailsIn(text: Token, Made: typeof Token, md: MarkdownIt): Token[] {
  const made: Token[] = [];
  let end = 0;
  const add = (type: string, nesting: -1 | 0 | 1, content = '') => {
    const token = new Made(type, nesting === 0 ? '' : 'a', nesting);
    token.content = content;
    token.level = text.level + Number(nesting === 0);
    made.push(token);
    return token;
  };
  for (const found of text.content.matchAll(MAIL)) {
    const [, protocol = '', address = '', resource = ''] = found;
    const isXmpp = protocol.toLowerCase() === 'xmpp:';
    if (!/[a-z]$/i.test(address)) {
      continue;
    }
    const words = `${protocol}${address}${isXmpp ? resource : ''}`;
    add('text', 0, text.content.slice(end, found.index));
    const open = add('link_open', 1);
    open.attrSet('href', md.normalizeLink(`${protocol === '' ? 'mailto:' : ''}${words}`));
    open.markup = 'linkify';
    add('text', 0, words);
    add('link_close', -1).markup = 'linkify';
    end = found.index + words.length;
  }
  if (end === 0) {
    return [text];
  }
  add('text', 0, text.content.slice(end));
  return made;
}

/** The change in the depth of links: those of Markdown and of HTML both count. */
function linkStep({ type, content }: Token): number {
  if (type === 'link_open' || (type === 'html_inline' && /^<a[\s>]/i.test(content))) {
    return 1;
  }
  return type === 'link_close' || (type === 'html_inline' && /^<\/a\s*>/i.test(content)) ? -1 : 0;
}
