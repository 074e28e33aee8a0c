/**
 * Sentences of which issues are made. Words: those of the subject, and version (a release), mention (the login
 * of somebody else), reference (`#12`, an older thread) and count (a number).
 */
export const ISSUE_PHRASES = {
  bugOpenings: [
    'Since {version} the {component} does strange things with {object} {condition}.',
    'I have been using {project} for a while and love it, but {condition} I get wrong {object}.',
    'Looks similar to {reference}, but this one happens **only** {condition}.',
    'Found while testing {object}: {condition} the {component} gives up without a word.',
    'Hi! Not sure if this is a bug or me holding it wrong 😅',
  ],
  steps: [
    'Install {version} from scratch',
    'Open a folder with about {count} {object}',
    'Start the {component}',
    'Wait until all {object} are there',
    'Do the same {condition}',
    'Look at the last line of the output',
  ],
  expectations: [
    'I expected the same {object} as before.',
    'All {count} {object}, or at least a message that says why not.',
    'The {component} should tell me what is wrong.',
  ],
  observations: [
    'Only {count} of them arrive, the rest is missing.',
    'It stops after the first {count} {object}. The log says:',
    'Nothing. No error, no {object}:',
    'The {component} prints this and ends:',
  ],
  logs: [
    'error: {component}: unexpected end of {object} (line {count})\n    at read (core:{count}:17)\n    at main (cli:12:3)',
    'WARN  {component}  skipped {count} of {object}\nERROR {component}  giving up after 3 attempts',
    '$ {project} check --verbose\n{count} {object} read\n0 {object} written\nexit status 2',
    'Traceback (most recent call last):\n  File "main", line {count}, in <module>\nValueError: "{object}" <{component}> & \\"quoted\\"',
  ],
  environments: [
    '- {project} {version}\n- Debian 12, 64 bit\n- locale `sv_SE.UTF-8`',
    '- {project} {version} (from the package)\n- macOS 14\n- 16 GB RAM',
    '- {project} {version}\n- Windows 11, PowerShell 7\n- path with blanks: `C:\\My Files\\{object}`',
  ],
  featureMotives: [
    'We use {project} with {count} {object}, and {condition} we miss {wish}.',
    'As somebody who works with {object} every day I would like to have {wish}.',
    'Today I copy {object} by hand {condition}. That is error-prone and boring.',
    'This came up in {reference} already.',
  ],
  featureIdeas: [
    '- [ ] a switch in the settings\n- [ ] {wish}\n- [ ] tests {condition}\n- [x] somebody who wants it 😄',
    'My suggestion:\n\n1. the {component} keeps {object} as they are\n2. a new option turns on {wish}\n3. the default does not change',
    'I could imagine a flag:\n\n```sh\n{project} run --with "{object}" --limit {count}\n```',
  ],
  featureEndings: [
    'I would be happy to send a pull request.',
    'What do you think, @{mention}?',
    'No hurry at all!',
    'Alternatives I considered: a script around the {component}. It works, but only just.',
  ],
  measurements: [
    '| {object} | seconds | memory |\n|---:|---:|---:|\n| 100 | 0.4 | 31 MB |\n| 10,000 | {count}.2 | 410 MB |\n| 100,000 | — | killed |',
    'Timings with `time`:\n\n```text\nreal\t3m{count}s\nuser\t3m02s\nsys\t0m11s\n```',
  ],
  questions: [
    'I read the guide twice but could not find how {object} work {condition}. Is there an example?',
    'Is it possible to use the {component} for {object} only? Thanks in advance.',
    'The [guide](../blob/main/docs/guide.md) says "{object} {condition}". What does that mean?',
  ],
  checklists: [
    '- [x] look after {object}\n- [x] tests for the {component}\n- [ ] {condition}\n- [ ] release notes\n- [ ] tell @{mention}',
    'Before {version}:\n\n- [ ] {reference}\n- [ ] read the changes of the {component} again\n- [x] update `third-party.txt`',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Whole issues in the languages people have. */
export const FOREIGN_ISSUES = [
  {
    title: '{Component}: 日本語の名前が文字化けする',
    body: 'いつもありがとうございます。\n\n{version} に更新したところ、日本語の名前が `????` と表示されるようになりました。\n\n```text\n{component}: ???? ({count})\n```\n\n環境: Windows 11 / 「UTF-8」は有効です。',
  },
  {
    title: '{Component} 无法读取中文路径',
    body: '路径中含有中文时，{component} 报错：\n\n> 找不到文件：/数据/测试（{count}）\n\n使用的版本是 {version}。谢谢！🙏',
  },
  {
    title: "Problème d'affichage : {object} tronqués",
    body: 'Bonjour,\n\nDepuis la version {version}, les « {object} » sont tronqués après {count} caractères — surtout avec des accents : é, è, ç, œ.\n\nMerci d’avance !',
  },
  {
    title: 'Größere Dateien: {component} hängt',
    body: 'Moin zusammen,\n\nbei mehr als {count} Einträgen hängt der {component}. Mit {reference} hat es vermutlich nichts zu tun.\n\nSchöne Grüße',
  },
] as const;
