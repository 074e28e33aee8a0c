import { createRequire } from 'node:module';
import type { Header } from 'tar/header';
import type { Parser } from 'tar/parse';
import type { Pax } from 'tar/pax';

export interface TarParts {
  readonly header: { readonly Header: typeof Header };
  readonly parse: { readonly Parser: typeof Parser };
  readonly pax: { readonly Pax: typeof Pax };
}

/** Loads a part of the package when the first tar is read or written, since most commands do not need it. */
export function loadTar<Part extends keyof TarParts>(part: Part): TarParts[Part] {
  return createRequire(import.meta.url)(`tar/${part}`);
}
