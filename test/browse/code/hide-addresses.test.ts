import { describe, expect, it } from 'vitest';
import { hideAddresses, hideInPatches } from '../../../src/browse/code/hide-addresses.ts';

describe('hideAddresses()', () => {
  it.each([
    ['Co-authored-by: Ada <ada@home.example>', 'Co-authored-by: Ada'],
    [
      'Reported by ada@home.example, and (bob+x@mail.home.example).',
      'Reported by [mail address], and ([mail address]).',
    ],
    ['See mailto:ada%40home.example', 'See mailto:[mail address]'],
    [
      'From git@service.example:ada/tool.git, with tool@1.2.3 for @ada',
      'From git@service.example:ada/tool.git, with tool@1.2.3 for @ada',
    ],
  ])('changes nothing but addresses: %s', (message, shown) => {
    expect(hideAddresses(message)).toBe(shown);
  });
});

describe('hideInPatches()', () => {
  it('leaves the changes as they are', () => {
    const changes = [
      'diff --git a/a b/a',
      '--- a/a',
      '+++ b/a',
      '@@ -1 +1 @@',
      '-ada@home.example',
      '+\xe9 bob@home.example',
    ];
    const patch = (author: string, text: string) =>
      [
        `From ${'a'.repeat(40)} Mon Sep 17 00:00:00 2001`,
        `From: ${author}`,
        'Subject: [PATCH] Mend',
        '',
        text,
        '---',
        ...changes,
      ].join('\n');
    const shown = hideInPatches(
      Buffer.from(patch('Ada <ada@home.example>', 'Told by carol@home.example'), 'latin1'),
    );
    expect(shown.toString('latin1')).toBe(patch('Ada <>', 'Told by [mail address]'));
  });
});
