import { terminalJson } from '../../base/index.ts';

/** JSON text that means the same and cannot steer a terminal. */
export function safeJson(value: unknown, indent?: number): string {
  return terminalJson(JSON.stringify(value, null, indent));
}
