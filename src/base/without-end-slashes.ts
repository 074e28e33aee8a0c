/** A path or address without the slashes at its end, in linear time however many slashes it has. */
export function withoutEndSlashes(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}
