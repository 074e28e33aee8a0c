import { html } from 'hono/html';
import { readNumberedKind } from '../../reading/locate-record.ts';
import { referenceText } from '../../reading/markdown-text.ts';
import type { Frame, Markup } from '../frame.ts';
import { stateSign } from './badges.ts';

/** A login, linked to the person's page if the store has one; deleted accounts are shown as ghost. */
export function personLink(login: string | null | undefined, { links }: Frame): Markup {
  if (login === null || login === undefined) {
    return html`<span class="who">ghost</span>`;
  }
  const path = links.account(login);
  return path === undefined
    ? html`<span class="who" title="${UNKNOWN}">${login}</span>`
    : html`<a class="who" href="${path}">${login}</a>`;
}

/** Why a name is not a link. */
const UNKNOWN = 'The archive has no record of this account';

/** Why a name has no link; nothing if it leads to a page. */
export function absenceNote(path: string | undefined): Markup | string {
  return path === undefined ? html` <span class="muted small">(not in this archive)</span>` : '';
}

/** The title of a milestone, linked to its page if the store has it. */
export function milestoneLink(repo: string, title: string, { links }: Frame): Markup {
  const path = links.milestone(repo, title);
  return path === undefined ? html`<bdi>${title}</bdi>` : html`<a href="${path}"><bdi>${title}</bdi></a>`;
}

/** A person with a face, linked to the person's page. */
export function personFace(login: string | null | undefined, frame: Frame): Markup {
  return login === null || login === undefined
    ? html`<span class="who" data-face="?">ghost</span>`
    : nameWithFace(login, login, frame, { path: frame.links.account(login) });
}

/**
 * A name with a face: the picture of the archive if it was kept, otherwise the initials of the account's name, or of the login, in a colour of the login. With `page`, it is
 * a link, or says why there is no page.
 */
export function nameWithFace(
  login: string,
  name: string | Markup,
  { links }: Frame,
  page?: { readonly path: string | undefined },
): Markup {
  const picture = links.picture(login);
  const face =
    picture === undefined ? faceOf(login, links.fullName(login)) : html`class="who${botClass(login)}"`;
  const text = html`${picture === undefined ? '' : html`<img class="face" src="${picture}" alt="" width="24" height="24" loading="lazy">`}${name}`;
  const reason = page === undefined ? '' : html` title="${UNKNOWN}"`;
  return page?.path === undefined
    ? html`<span ${face}${reason}>${text}</span>`
    : html`<a ${face} href="${page.path}">${text}</a>`;
}

const FACE_COLOURS = 8;

/** Its length is bounded, because a name of millions of letters would overflow V8's stack. */
const WORD = /[\p{L}\p{N}]{1,200}/gu;

/** The attributes of a drawn face. The style sheet draws it, so that it takes few bytes and is not part of the text. */
export function faceOf(login: string, name = login): Markup {
  const words = name.replace(/\[bot\]$/, '').match(WORD) ?? ['?'];
  const initials =
    words.length > 1 ? words.slice(0, 2).map((word) => firstLetter(word)) : [firstLetter(words[0] ?? '?')];
  const colour =
    [...login].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7) % FACE_COLOURS;
  return html`class="who f${colour}${botClass(login)}" data-face="${initials.join('')}"`;
}

function botClass(name: string): string {
  return name.endsWith('[bot]') ? ' bot' : '';
}

function firstLetter(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 63).toUpperCase();
}

/** A record as `acme/app#7`; comments and reviews are named after their thread or commit. */
export function recordName(url: string): string {
  return referenceText(
    url
      .replace(/#(?<=\/\d+(?:\/files)?#)[a-z][\w-]*$/, '')
      .replace(/\/files(?<=\/\d+\/files)$/, '')
      .replace(/\/commit\/([0-9a-f]{7})[0-9a-f]*(?:#.*)?$/, '@$1'),
  );
}

/**
 * A record: a thread with its sign and title, others as `acme/app#7`; linked if the store contains it, otherwise with a note that it
 * does not. On pages of the repository `within`, its name is left out.
 */
export function recordLink(url: string, { links, title }: Frame, within?: string): Markup {
  const path = links.local(url);
  const name = recordName(url);
  const text = within !== undefined && name.startsWith(`${within}#`) ? name.slice(within.length) : name;
  const [, repo = '', number] = /^(.+)#(\d+)$/.exec(name) ?? [];
  const thread = path === undefined ? undefined : links.glance(repo, Number(number), readNumberedKind(path));
  if (thread !== undefined) {
    return html`<a class="titled" href="${path}">${stateSign(thread)} ${title(thread.title ?? '')} <span class="muted">${text}</span></a>`;
  }
  return path === undefined
    ? html`<span>${text} <span class="muted small">(not in this archive)</span></span>`
    : html`<a href="${path}">${text}</a>`;
}

/** Whether a text from an archive is an address that a link may lead to. */
export function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\/[^/]/.test(url) && URL.canParse(url);
}
