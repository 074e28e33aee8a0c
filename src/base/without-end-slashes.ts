/** Removes trailing slashes from a path or address, in linear time. */
export function withoutEndSlashes(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}
