/** Logins contain them without accents. */
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

/** Invented family names. */
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

/** Names in other scripts, with their logins. */
export const WHOLE_NAMES = [
  ['汐凪 ほたる', 'hotaru-shionagi'],
  ['风见 云舟', 'yunzhou-fengjian'],
  ['Ξένια Φαναρόλιθου', 'xenia-fanarolithou'],
  ['Ярина Вітролом', 'yaryna-vitrolom'],
] as const;

export const COMPANIES = [
  'Tidewrack Labs',
  'Pellmarsh & Daughters',
  '@harrowgate-tools',
  'University of Nether Wexlund',
  'Harbour Board of Oskerby',
  'self-employed',
  'Bakkerij Tesselhaar',
] as const;

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

/** Login, name and description. */
export const ORGANIZATIONS = [
  ['tidewrack-labs', 'Tidewrack Labs', 'Instruments and software for small harbours'],
  ['hearth-and-kiln', 'Hearth & Kiln', 'Tools for people who work with fire and clay'],
  ['slow-lantern', 'Slow Lantern', 'Software that is finished on purpose'],
  ['commonshed', 'Commonshed', 'Shared tools for gardens, libraries and workshops'],
  ['northquay-works', 'Northquay Works', 'Transport displays and the data behind them'],
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
