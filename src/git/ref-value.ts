import { isObjectId, isRefName } from './ref-name.ts';

/** What the file of a ref says: an object, or another ref. */
export type RefValue =
  | { readonly type: 'direct'; readonly id: string }
  | { readonly type: 'symbolic'; readonly target: string };

/** Reads the text of HEAD or of a loose ref; undefined where git would not take it. */
export function readRefValue(text: string): RefValue | undefined {
  const value = text.trim();
  if (isObjectId(value)) {
    return { type: 'direct', id: value };
  }
  const target = /^ref:\s*(\S.*)$/.exec(value)?.[1];
  return target !== undefined && isRefName(target) ? { type: 'symbolic', target } : undefined;
}
