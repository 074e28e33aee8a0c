/** Logins contain them without accents. */
export const GIVEN_NAMES = [
  'Mira',
  'Ingrid',
  'Zoé',
  'Björn',
  'Iñaqui',
  'Priyanka',
  'Yuki',
  'Élodie',
] as const;

export const FAMILY_NAMES = [
  'Quillfeather',
  'Vantorre-Lisk',
  'Oskerby',
  'Tesselhaar',
  'Krúdwell',
  'Pérelac',
  'Wexlund',
  'Asterholm',
] as const;

/** Names in other scripts, with their logins. */
export const WHOLE_NAMES = [
  ['汐凪 ほたる', 'hotaru-shionagi'],
  ['Ξένια Φαναρόλιθου', 'xenia-fanarolithou'],
] as const;

export const COMPANIES = [
  'Tidewrack Labs',
  '@harrowgate-tools',
  'University of Nether Wexlund',
  'self-employed',
] as const;

export const PLACES = ['Oskerby', 'Göteborg', '京都', 'Halifax, NS', 'mostly on trains'] as const;

export const BIOS = [
  'Maintainer of small things.',
  'Maps, bread, bicycles. She/her 🚲',
  '',
  'Typography & accessibility.\nOpinions are my own.',
] as const;

/** Login, name and description. */
export const ORGANIZATIONS = [
  ['tidewrack-labs', 'Tidewrack Labs', 'Instruments and software for small harbours'],
  ['hearth-and-kiln', 'Hearth & Kiln', 'Tools for people who work with fire and clay'],
  ['commonshed', 'Commonshed', 'Shared tools for gardens, libraries and workshops'],
] as const;

/** Login and description; brackets are part of the login. */
export const BOTS = [
  ['bumpwright[bot]', 'Keeps dependencies fresh'],
  ['coverling[bot]', null],
] as const;

/** Slug, name, description, privacy, access and role. */
export const TEAMS = [
  ['maintainers', 'Maintainers', 'Merge, release and answer', 'closed', 'admin', 'admin'],
  ['reviewers', 'Reviewers', 'Have a look at every pull request', 'closed', 'push', 'maintain'],
  [
    'security-response',
    'Security response',
    'Reads the reports nobody else may read',
    'secret',
    'push',
    'write',
  ],
] as const;
