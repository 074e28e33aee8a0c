import { describe, expect, it } from 'vitest';
import type { ColorChoice } from '../../../src/cli/context.ts';
import { guardContext } from '../../../src/cli/output/guard-output.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

function written(color: ColorChoice): string {
  const context = createRecordedContext({ terminalColumns: 80 });
  guardContext(context, () => color).stdout.write('\u001b[31mred\u001b[39m\u001b[H');
  return context.out();
}

describe('guardContext()', () => {
  it('passes styles if there is colour, and no other control sequences', () => {
    expect(written('always')).toBe('\u001b[31mred\u001b[39m\ufffd[H');
  });

  it('passes no style if there is no colour: it can only be foreign', () => {
    expect(written('never')).toBe('\ufffd[31mred\ufffd[39m\ufffd[H');
  });
});
