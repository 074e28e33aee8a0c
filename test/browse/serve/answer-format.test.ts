import { describe, expect, it } from 'vitest';
import { definePage, isRedirect, type OpenedPage } from '../../../src/browse/page.ts';
import { answerFormat } from '../../../src/browse/serve/answer-format.ts';

async function open(): Promise<OpenedPage> {
  const page = definePage({
    read: () => ({ issues: [{ number: 1 }] }),
    show: () => ({ title: 'Issues', main: '' as never }),
    text: ({ issues }) => `- #${issues[0]?.number}\n`,
  });
  const opened = page.kind === 'page' ? await page.open(undefined as never, undefined as never) : undefined;
  if (opened === undefined || isRedirect(opened)) {
    throw new Error('definePage() makes pages');
  }
  return opened;
}

describe('answerFormat()', () => {
  it('gives the facts of the page as JSON', async () => {
    const response = answerFormat(await open(), 'json');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({ issues: [{ number: 1 }] });
  });

  it('gives the text of the page as Markdown', async () => {
    const response = answerFormat(await open(), 'md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8; variant=GFM');
    expect(await response.text()).toBe('- #1\n');
  });

  it('lets nothing of ours run in what it gives', async () => {
    expect(answerFormat(await open(), 'md').headers.get('content-security-policy')).toContain('sandbox');
  });
});
