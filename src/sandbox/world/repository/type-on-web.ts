import type { Random } from '../../../base/index.ts';

const WEB_SHARE = 0.3;

/** Browsers send CRLF; what comes from elsewhere has LF. Few texts of one line tell the difference. */
export function typeOnWeb(text: string, random: Random): string {
  return random.chance(WEB_SHARE) ? text.replaceAll('\n', '\r\n') : text;
}
