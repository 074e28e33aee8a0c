/** Given names; a login has them without accents. */
export const GIVEN_NAMES = [
  'Mira',
  'Tomasz',
  'Ingrid',
  'Zoé',
  'Kwabena',
  'Leila',
  'Björn',
  'Ottavia',
  'Iñaqui',
  'Priyanka',
  'Yuki',
  'Casimir',
  'Noor',
  'Élodie',
  'Wanjiru',
  'Saoirse',
] as const;

/** Family names that nobody bears, as far as their inventor knows. */
export const FAMILY_NAMES = [
  'Quillfeather',
  'Vantorre-Lisk',
  'Oskerby',
  'Marrowick',
  'Tesselhaar',
  'Okundeyo',
  'Brackenmoor',
  'Szelewska',
  'Duravane',
  'Asterholm',
  'Krúdwell',
  'Nightengard',
  'Pérelac',
  'Wexlund',
  'Omondiko',
] as const;

/** Given and family name in a script of their own, with their login. */
export const WHOLE_NAMES = [
  ['汐凪 ほたる', 'hotaru-shionagi'],
  ['风见 云舟', 'yunzhou-fengjian'],
  ['Ξένια Φαναρόλιθου', 'xenia-fanarolithou'],
  ['Ярина Вітролом', 'yaryna-vitrolom'],
] as const;

/** Where people say that they work. */
export const COMPANIES = [
  'Tidewrack Labs',
  'Pellmarsh & Daughters',
  '@harrowgate-tools',
  'University of Nether Wexlund',
  'Harbour Board of Oskerby',
  'self-employed',
  'Bakkerij Tesselhaar',
] as const;

/** Where people say that they live. */
export const PLACES = [
  'Oskerby',
  'Nether Wexlund',
  'Göteborg',
  'Porto',
  'Nairobi',
  '京都',
  'Łódź',
  'Halifax, NS',
  'Valparaíso',
  'mostly on trains',
] as const;

/** What people say of themselves. */
export const BIOS = [
  'I fix boats and the software that runs on them.',
  'Maintainer of small things.',
  'Maps, bread, bicycles. She/her 🚲',
  'Retired teacher. Learning Rust, slowly.',
  'Backend during the week, pottery at weekends.',
  'Ask me about tide gauges!',
  '',
  'Typography & accessibility.\nOpinions are my own.',
  'Open source librarian 📚',
] as const;

/** Organizations: login, name and what they are for. */
export const ORGANIZATIONS = [
  ['tidewrack-labs', 'Tidewrack Labs', 'Instruments and software for small harbours'],
  ['hearth-and-kiln', 'Hearth & Kiln', 'Tools for people who work with fire and clay'],
  ['slow-lantern', 'Slow Lantern', 'Software that is finished on purpose'],
  ['commonshed', 'Commonshed', 'Shared tools for gardens, libraries and workshops'],
  ['northquay-works', 'Northquay Works', 'Transport displays and the data behind them'],
] as const;

/** Bots by login; the brackets are part of it. */
export const BOTS = [
  ['bumpwright[bot]', 'Keeps dependencies fresh'],
  ['coverling[bot]', null],
] as const;

/** Teams of an organization: slug, name, description and what its members may do. */
export const TEAMS = [
  ['maintainers', 'Maintainers', 'Merge, release and answer', 'closed', 'admin', 'admin'],
  ['reviewers', 'Reviewers', 'Have a look at every pull request', 'closed', 'push', 'maintain'],
  ['triage', 'Triage', 'Sort what comes in', 'closed', 'pull', 'triage'],
  [
    'security-response',
    'Security response',
    'Reads the reports nobody else may read',
    'secret',
    'push',
    'write',
  ],
] as const;
