import { openReading } from '../reading/index.ts';

/** The name of a repository in the letter case of the store at `path`; an empty name means all. Fails with `absent`. */
export function spellRepository(path: string, name: string): string {
  if (name === '') {
    return name;
  }
  const reading = openReading(path);
  try {
    return reading.spellRepository(name);
  } finally {
    reading.close();
  }
}
