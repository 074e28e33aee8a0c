import { openReading } from '../reading/index.ts';

/** A repository's name as the store at `path` spells it; an empty name means all. Fails with `absent`. */
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
