import { wrongValue } from './template-failure.ts';

const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

const ATTRIBUTES: Readonly<Record<string, number>> = { b: 1, d: 2, u: 4, B: 5, i: 7, s: 9 };

/** `red`, `red+b` or `red+b:white+h`: a colour with attributes, and a background; `h` is for bright colours. */
const STYLE =
  /^(?<color>[a-z]*|\d{1,3})(?:\+(?<attributes>[bduBish]+))?(?::(?<ground>[a-z]+|\d{1,3})(?<bright>\+h)?)?$/;

/** Paints a text in a style of the GitHub CLI. */
export function paintText(style: string, text: string): string {
  const groups: Readonly<Record<string, string | undefined>> = STYLE.exec(style)?.groups ?? { color: style };
  const { color = '', attributes = '', ground = '', bright } = groups;
  const codes = [
    ...[...attributes].flatMap((letter) => ATTRIBUTES[letter] ?? []),
    ...colorCodes(color, attributes.includes('h') ? 90 : 30),
    ...colorCodes(ground, bright === undefined ? 40 : 100),
  ];
  return codes.length === 0 ? text : `\u001b[${codes.join(';')}m${text}\u001b[0m`;
}

/** The codes of a colour by its name or number, of which `first` is the code of black. */
function colorCodes(color: string, first: number): readonly number[] {
  if (color === '' || color === 'default') {
    return [];
  }
  const index = COLORS.indexOf(color);
  if (index !== -1) {
    return [first + index];
  }
  if (!/^\d+$/.test(color) || Number(color) > 255) {
    throw wrongValue(
      'color',
      `"${color}" is not a colour. The colours are ${COLORS.join(', ')}, and 0 to 255`,
    );
  }
  return [first === 30 || first === 90 ? 38 : 48, 5, Number(color)];
}

/** A link for terminals that support it. */
export function hyperlink(address: string, text: string): string {
  return `\u001b]8;;${address}\u001b\\${text === '' ? address : text}\u001b]8;;\u001b\\`;
}
