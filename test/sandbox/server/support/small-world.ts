import type { DialectName } from '../../../../src/model/dialects.table.ts';
import type { Person, Repository, World } from '../../../../src/sandbox/world/world.ts';

/** A world small enough to know by heart: alice, who owns three repositories, and her organization with two. */
export function createSmallWorld(dialect: DialectName): World {
  const alice = person(11, 'alice');
  return {
    seed: 'small',
    dialect,
    nowMs: Date.parse('2026-03-10T12:00:00Z'),
    utcOffsetMinutes: 330,
    webUrl: 'https://code.example',
    account: alice,
    people: [person(12, 'bob')],
    organization: {
      id: 90,
      login: 'Harbour-Works',
      name: 'Harbour Works',
      description: 'Cranes and quays',
      email: 'office@harbour.example',
      createdAt: '2019-02-01T08:00:00Z',
      members: [{ login: 'alice', role: 'admin' }],
    },
    teams: [],
    enterprise: 'harbour',
    repositories: [
      repository(101, 'alice', 'Tide-Tables', false),
      repository(102, 'alice', 'logbook', true),
      repository(103, 'alice', 'shared', false),
      { ...repository(201, 'Harbour-Works', 'crane', true), ownerType: 'Organization' },
      { ...repository(202, 'Harbour-Works', 'shared', false), ownerType: 'Organization' },
    ],
    contents: [],
  };
}

function person(id: number, login: string): Person {
  return {
    id,
    login,
    name: `${login} the sailor`,
    email: `${login}@sea.example`,
    company: null,
    location: null,
    website: null,
    bio: null,
    createdAt: '2018-01-05T10:00:00Z',
    isBot: false,
  };
}

function repository(id: number, owner: string, name: string, isPrivate: boolean): Repository {
  return {
    id,
    owner,
    ownerType: 'User',
    name,
    description: `About ${name}`,
    homepage: null,
    isPrivate,
    isFork: false,
    isArchived: false,
    language: 'TypeScript',
    topics: ['sea'],
    defaultBranch: 'main',
    sizeKilobytes: 40,
    stars: 3,
    openIssues: 2,
    createdAt: '2019-03-01T08:00:00Z',
    updatedAt: '2024-03-01T08:00:00Z',
    pushedAt: '2024-02-28T08:00:00Z',
  };
}
