/** The opaque `node_id` of a record: base64 of the type name, with its length in front, and the id. */
export function nodeIdOf(typeName: string, id: number): string {
  return Buffer.from(`0${typeName.length}:${typeName}${id}`).toString('base64');
}
