import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configurationPlaces, findConfiguration } from '../../src/config/index.ts';

describe('findConfiguration()', () => {
  it("looks into the user's folder first, then into those of the machine, never into the current directory", async () => {
    const home = await mkdtemp(join(tmpdir(), 'satchel-places-'));
    const env = { HOME: home, XDG_CONFIG_DIRS: `${home}/etc:${home}/usr` };
    expect(configurationPlaces(env)[0]).toBe(join(home, '.config/satchel/satchel.yaml'));
    expect(configurationPlaces(env).every((path) => path.startsWith(home))).toBe(true);
    expect(await findConfiguration(env)).toBeUndefined();
    await mkdir(join(home, 'usr/satchel'), { recursive: true });
    await writeFile(join(home, 'usr/satchel/satchel.json'), '{}');
    expect(await findConfiguration(env)).toBe(join(home, 'usr/satchel/satchel.json'));
    await mkdir(join(home, 'own/satchel'), { recursive: true });
    await writeFile(join(home, 'own/satchel/satchel.toml'), '');
    expect(await findConfiguration({ ...env, XDG_CONFIG_HOME: join(home, 'own') })).toBe(
      join(home, 'own/satchel/satchel.toml'),
    );
  });
});
