/** The language of files by the end of their name, where the highlighter does not know it under that name itself. */
export const LANGUAGE_OF_ENDING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash_profile: 'bash',
    bashrc: 'bash',
    cc: 'cpp',
    cfg: 'ini',
    cjs: 'javascript',
    conf: 'ini',
    cts: 'typescript',
    cxx: 'cpp',
    editorconfig: 'ini',
    gitconfig: 'ini',
    gitmodules: 'ini',
    gql: 'graphql',
    hh: 'cpp',
    htm: 'xml',
    jsonc: 'json',
    json5: 'json',
    lock: 'ini',
    mjs: 'javascript',
    mts: 'typescript',
    ndjson: 'json',
    patch: 'diff',
    plist: 'xml',
    service: 'ini',
    svelte: 'xml',
    svg: 'xml',
    toml: 'ini',
    vue: 'xml',
    webmanifest: 'json',
    zshrc: 'bash',
  }),
);

/** Files whose whole name tells the language. */
export const LANGUAGE_OF_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    containerfile: 'dockerfile',
    dockerfile: 'dockerfile',
    gemfile: 'ruby',
    gnumakefile: 'makefile',
    makefile: 'makefile',
    rakefile: 'ruby',
  }),
);

/** Names without a language of their own: nothing is coloured. */
export const PLAIN_LANGUAGES: ReadonlySet<string> = new Set([
  '',
  'text',
  'txt',
  'plain',
  'plaintext',
  'suggestion',
  'none',
]);
