import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ColorChoice } from '../../../src/cli/context.ts';
import {
  canRewriteLines,
  hasColor,
  terminalColumns,
  usableColumns,
} from '../../../src/cli/output/terminal.ts';

function output(facts: { readonly isTTY?: boolean; readonly columns?: number }) {
  return Object.assign(new PassThrough(), facts);
}

const TERMINAL = output({ isTTY: true, columns: 100 });
const PIPE = output({});

describe('terminalColumns()', () => {
  it.each([
    [{ isTTY: true, columns: 100 }, 100, 100],
    [{ isTTY: true, columns: 0 }, 80, 80],
    [{ isTTY: true }, 80, 80],
    [{}, undefined, 80],
  ])('of %j', (facts, columns, usable) => {
    expect([terminalColumns(output(facts)), usableColumns(output(facts))]).toEqual([columns, usable]);
  });
});

describe('canRewriteLines()', () => {
  it('is only written to capable terminals', () => {
    expect(canRewriteLines(TERMINAL, { env: {} })).toBe(true);
    expect(canRewriteLines(TERMINAL, { env: { TERM: 'dumb' } })).toBe(false);
    expect(canRewriteLines(PIPE, { env: {} })).toBe(false);
  });
});

describe('hasColor()', () => {
  it.each<[boolean, boolean, Readonly<Record<string, string>>, ColorChoice | undefined]>([
    [true, true, {}, undefined],
    [false, true, { NO_COLOR: '1' }, undefined],
    [true, true, { NO_COLOR: '' }, undefined],
    [false, true, { TERM: 'dumb' }, undefined],
    [false, true, { CLICOLOR: '0' }, undefined],
    [false, false, {}, undefined],
    [true, false, { FORCE_COLOR: '1' }, undefined],
    [true, false, { FORCE_COLOR: '3', TERM: 'dumb' }, undefined],
    [false, true, { FORCE_COLOR: '0' }, undefined],
    [false, true, { FORCE_COLOR: 'false' }, undefined],
    [true, false, { CLICOLOR_FORCE: '1' }, undefined],
    [false, false, { CLICOLOR_FORCE: '0' }, undefined],
    [true, false, { CLICOLOR_FORCE: '1', NO_COLOR: '1' }, undefined],
    [true, false, { NO_COLOR: '1' }, 'always'],
    [false, true, { FORCE_COLOR: '1' }, 'never'],
    [true, true, {}, 'auto'],
  ])('is %s on a terminal (%s) with %j and --color %s', (expected, isTerminal, env, color) => {
    const choice = color === undefined ? {} : { color };
    expect(hasColor(isTerminal ? TERMINAL : PIPE, { env, ...choice })).toBe(expected);
  });
});
