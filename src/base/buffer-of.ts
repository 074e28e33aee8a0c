/** The same bytes as a buffer: itself where it is one. Bytes out of messages, and of other libraries, are plain arrays. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
