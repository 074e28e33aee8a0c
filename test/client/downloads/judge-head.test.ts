import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { judgeHead, takeHead } from '../../../src/client/downloads/judge-head.ts';

const TAR = Buffer.alloc(512);
TAR.write('<html>.json');
TAR.write('ustar', 257);

describe('judgeHead()', () => {
  it.each<[string, Buffer, string?]>([
    ['a gzip', gzipSync('text')],
    ['a gzip that is said to be a web page', gzipSync('text'), 'text/html'],
    ['a tar whose first name looks like a tag', TAR],
  ])('finds an archive in %s', (_, head, type) => {
    expect(judgeHead(head, type)).toEqual({ isArchive: true, isDocument: false });
  });

  it.each([
    ['<!DOCTYPE html>', undefined],
    ['\ufeff\r\n <html lang="de">', 'application/octet-stream'],
    ['<?xml version="1.0"?>', 'application/xml'],
    ['{"message":"Sign in"}', undefined],
    ['{ }', undefined],
    ['Please sign in', 'Text/HTML; charset=utf-8'],
    ['', 'application/xhtml+xml'],
  ])('finds a document in %j of type %s', (text, type) => {
    expect(judgeHead(Buffer.from(text), type)).toEqual({ isArchive: false, isDocument: true });
  });

  it.each([
    ['', undefined],
    ['Please sign in', 'text/plain'],
    ['x', undefined],
    ['<\0\0\0', undefined],
    ['{\u0007', 'application/x-gzip'],
    ['text', 'text/htmlx'],
  ])('finds neither in %j of type %s: it may be a damaged archive', (text, type) => {
    expect(judgeHead(Buffer.from(text), type)).toEqual({ isArchive: false, isDocument: false });
  });
});

describe('takeHead()', () => {
  it.each([[['ab', 'c']], [['a']], [[]]])('leaves all pieces of %j in the body', async (texts) => {
    async function* pieces() {
      yield* texts.map((text) => Buffer.from(text));
    }
    const { head, body } = await takeHead(pieces());
    expect(head).toHaveLength(texts[0]?.length ?? 0);
    const all: Uint8Array[] = [];
    for await (const piece of body) {
      all.push(piece);
    }
    expect(all.map(String)).toEqual(texts);
  });
});
