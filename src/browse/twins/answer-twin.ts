import { Failure } from '../../base/index.ts';
import type { OpenedPage } from '../page.ts';
import type { PageRow } from '../page-row.ts';
import { feedText } from './feed-text.ts';
import { tableText } from './table-text.ts';
import type { TwinFormat } from './twin-formats.ts';
import { twinLinks } from './twin-links.ts';

/** A page that was read, and the twin of it that is asked for. */
export interface TwinRequest {
  readonly opened: OpenedPage;
  readonly format: TwinFormat;
  readonly row: PageRow;
  /** The address as it was asked for. */
  readonly url: URL;
}

interface Twin {
  readonly contentType: string;
  /** Undefined where the page has no such twin. */
  readonly write: (opened: OpenedPage, url: URL) => string | undefined;
}

const TWINS: Readonly<Record<TwinFormat, Twin>> = {
  json: {
    contentType: 'application/json; charset=utf-8',
    write: ({ facts }) => `${JSON.stringify(facts, null, 2)}\n`,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    write: ({ table }) => (table === undefined ? undefined : tableText(table())),
  },
  md: {
    contentType: 'text/markdown; charset=utf-8; variant=GFM',
    write: ({ text }) => text?.(),
  },
  atom: {
    contentType: 'application/atom+xml; charset=utf-8',
    write: ({ feed }, url) => (feed === undefined ? undefined : feedText(feed(), url)),
  },
};

/** Answers with the facts of a page in a form for programs. Fails with `absent` where it has no such form. */
export function answerTwin({ opened, format, row, url }: TwinRequest): Response {
  const { contentType, write } = TWINS[format];
  const text = write(opened, url);
  if (text === undefined) {
    throw new Failure('absent', `Cannot give "${url.pathname}": the page "${row.name}" has no such form`, {
      hint: `It has ${(row.twins ?? []).map((name) => `.${name}`).join(', ') || 'none'}`,
    });
  }
  return new Response(text, {
    headers: {
      'Content-Type': contentType,
      Link: twinLinks({ url, format, row, facts: opened.facts }),
      // Opened in a tab it shows nothing of ours and runs nothing.
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
}
