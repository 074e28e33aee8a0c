import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of each source file, by its path relative to the project's root. */
export type SourceTree = ReadonlyMap<string, string>;

interface Architecture {
  readonly grants: ReadonlyMap<string, ReadonlySet<string> | 'all'>;
  readonly owners: readonly {
    readonly thing: string;
    readonly rooms: ReadonlySet<string>;
    readonly signs: readonly string[];
  }[];
}

const MAX_FILE_LINES = 300;
const BANNED_NAMES = /(^|[/-])(utils?|helpers?|common|misc|manager|processor|data|info)(?=[/.-]|$)/;

/** Reads the `.ts` files in a directory below `root`. */
export function readTree(root: string, directory: string): SourceTree {
  const paths = readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' });
  return new Map(
    paths
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `${directory}/${path.replaceAll('\\', '/')}`)
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

/** Reads the rooms table and the owners table of ARCHITECTURE.md. */
export function readArchitecture(markdown: string): Architecture {
  const grants = tableUnder(markdown, 'Rooms').map(([room = '', , granted = '']) => {
    const rooms = granted.split(' ').filter((name) => name !== '');
    return [room, rooms.includes('all') ? 'all' : new Set(rooms)] as const;
  });
  const owners = tableUnder(markdown, 'Sole owners').map(([thing = '', rooms = '', signs = '']) => ({
    thing,
    rooms: new Set(rooms.split(/[ ,]+/)),
    signs: [...signs.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
  }));
  return { grants: new Map(grants), owners };
}

/** The circles of files that import each other, types included, as `a → b → a`. */
export function findCircles(tree: SourceTree): readonly string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) {
      circles.push([...way.slice(way.indexOf(path)), path].join(' → '));
    } else if (!done.has(path)) {
      for (const [, from = ''] of (tree.get(path) ?? '').matchAll(STATIC_IMPORT)) {
        visit(new URL(from, `file:///${path}`).pathname.slice(1), [...way, path]);
      }
      done.add(path);
    }
  };
  for (const path of tree.keys()) {
    visit(path, []);
  }
  return circles;
}

/** An import or a re-export of a relative path. */
const STATIC_IMPORT = /^(?:import|export)\b[^;']*?\bfrom '(\.[^']+)';/gm;

/** All violations of the house rules in the tree, one sentence each. */
export function findBreaches(tree: SourceTree, architecture: Architecture): readonly string[] {
  return [
    ...breachesOfMap(tree, architecture),
    ...[...tree].flatMap(([path, text]) => [
      ...breachesOfImports(path, text, architecture),
      ...breachesOfOwners(path, text, architecture),
      ...breachesOfForm(path, text),
    ]),
  ];
}

function breachesOfMap(tree: SourceTree, { grants }: Architecture): readonly string[] {
  const rooms = new Set([...tree.keys()].map(roomOf).filter((room) => room !== undefined));
  const unlisted = [...rooms]
    .filter((room) => !grants.has(room))
    .map((room) => `src/${room} is not in the rooms table`);
  const missing = [...grants.keys()]
    .filter((room) => !rooms.has(room))
    .map((room) => `room ${room} has no folder`);
  const doors = [...rooms]
    .filter((room) => tree.has(`src/${room}/index.ts`))
    .map((room) => `src/${room}/index.ts is a door: imports name the file that defines what they need`);
  return [...unlisted, ...missing, ...doors];
}

function breachesOfImports(path: string, text: string, { grants }: Architecture): readonly string[] {
  const room = roomOf(path);
  if (room === undefined) {
    return [];
  }
  return importsOf(text)
    .filter((specifier) => specifier.startsWith('.'))
    .flatMap((specifier) => {
      const target = new URL(specifier, `file:///${path}`).pathname.slice(1);
      const targetRoom = roomOf(target);
      if (targetRoom === undefined || targetRoom === room) {
        return [];
      }
      const granted = grants.get(room);
      if (granted !== 'all' && granted?.has(targetRoom) !== true) {
        return [`${path} imports room ${targetRoom}, which ${room} may not`];
      }
      // The library names all types that programs can reach, wherever they live.
      return target.split('/').length === 3 || room === 'library'
        ? []
        : [`${path} imports a private file of ${targetRoom}: ${specifier}`];
    });
}

function breachesOfOwners(path: string, text: string, { owners }: Architecture): readonly string[] {
  const room = roomOf(path);
  if (room === undefined) {
    return [];
  }
  const imports = importsOf(text);
  const code = withoutComments(text);
  return owners
    .filter((owner) => !owner.rooms.has(room))
    .flatMap((owner) =>
      owner.signs
        .filter((sign) =>
          isPackage(sign)
            ? imports.some((name) => name === sign || name.startsWith(`${sign}/`))
            : usesName(code, sign),
        )
        .map(
          (sign) => `${path} uses ${sign}, but ${owner.thing} belongs to ${[...owner.rooms].join(' and ')}`,
        ),
    );
}

function breachesOfForm(path: string, text: string): readonly string[] {
  const breaches: string[] = [];
  if (BANNED_NAMES.test(path)) {
    breaches.push(`${path} has a name that says nothing`);
  }
  const lines = text.split('\n').length - 1;
  if (lines > MAX_FILE_LINES && !path.endsWith('.table.ts')) {
    breaches.push(`${path} has ${lines} lines, more than ${MAX_FILE_LINES}`);
  }
  return breaches;
}

function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

function importsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

function isPackage(sign: string): boolean {
  return /^[@a-z][\w:@/.-]*$/.test(sign) && !/^(?:process|console)\./.test(sign);
}

function usesName(code: string, sign: string): boolean {
  const escaped = sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w.$])${escaped}`).test(code);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

/** The cells of the first table below a heading, without its header and rule. */
function tableUnder(markdown: string, heading: string): readonly (readonly string[])[] {
  const section = markdown.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split('|')
      .map((cell) => cell.trim()),
  );
}
