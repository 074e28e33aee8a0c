import { expect, it } from 'vitest';
import { createMarkdownEngine } from '../../../../src/browse/markdown/markdown-engine.ts';
import type { MarkdownPlace } from '../../../../src/browse/markdown/resolve-address.ts';
import { NO_LINKS } from '../support/no-links.ts';

const PLACE: MarkdownPlace = { repo: 'acme/app', state: 'one', links: NO_LINKS };
const render = createMarkdownEngine();

it.each([
  ['https://kiln.example/a?b=2', true],
  ['<https://kiln.example/>', true],
  ['kiln: www.kiln.example', true],
  ['https://kiln.example/%C3%B6l', true],
  ['[https://kiln.example](https://kiln.example/)', true],
  ['[the kiln](https://kiln.example/)', false],
  ['[https://kiln.example](https://elsewhere.example/)', false],
  ['[https://kiln.example **now**](https://kiln.example)', false],
  ['[docs/plan.md](docs/plan.md)', false],
  ['[%zz](https://kiln.example/%zz)', false],
])('bareAddresses() marks links whose text is their address: %s', (text, isBare) => {
  const html = render(text, PLACE, 'u-');
  expect(html).toContain('<a ');
  expect(html.includes('bare-address')).toBe(isBare);
});
