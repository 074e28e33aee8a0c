/** Languages by file extension, for extensions that the highlighter does not know. */
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

/** Languages by complete file name. */
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

/** Names that are not highlighted. */
export const PLAIN_LANGUAGES: ReadonlySet<string> = new Set([
  '',
  'text',
  'txt',
  'plain',
  'plaintext',
  'suggestion',
  'none',
]);
