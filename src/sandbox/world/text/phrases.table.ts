import type { SubjectKind } from './subjects.table.ts';

/**
 * Bodies of issues and discussions, by purpose. Placeholders: the words of the subject, version (of a release), mention
 * (a login), reference (`#12`, an older thread), commit (an id), count (a number) and log (lines of output).
 */
export const ISSUE_BODIES: Readonly<Record<SubjectKind, readonly string[]>> = {
  bug: [
    'Since {version} the {component} does strange things with {object} {condition}.\n\n### Steps to reproduce\n\n1. Install {version} from scratch\n2. Open a folder with about {count} {object}\n3. Do the same {condition}\n\n### What happened\n\n```text\nWARN  {component}  skipped {count} of {object}\nERROR "{object}" <{component}> & \\"quoted\\"\n```\n\n- {project} {version}\n- locale `sv_SE.UTF-8`',
    'Looks similar to {reference}, but this one happens **only** {condition} 😅\n\n> [!NOTE]\n> It happens {condition} only.\n\n<details>\n<summary>The whole log</summary>\n\n```text\n{log}\n```\n\n</details>\n\nPath with blanks: `C:\\My Files\\{object}`',
  ],
  feature: [
    'We use {project} with {count} {object}, and {condition} we miss {wish}.\n\n- [ ] a switch in the settings\n- [ ] {wish}\n- [x] somebody who wants it 😄\n\nWhat do you think, @{mention}?',
    'This came up in {reference} already.[^1]\n\n1. the {component} keeps {object} as they are\n2. a new option turns on {wish}\n   - off by default\n   - documented\n\n[^1]: And at the last meeting.',
  ],
  performance: [
    'Found while testing {object}: {condition} the {component} gets slow.\n\n| {object} | seconds | memory |\n|---:|---:|---:|\n| 100 | 0.4 | 31 MB |\n| 10,000 | {count}.2 | 410 MB |\n| 100,000 | — | killed |',
  ],
  docs: ['The [guide](../blob/main/docs/guide.md) says "{object} {condition}". What does that mean?'],
  question: ['Is it possible to use the {component} for {object} only? Thanks in advance.'],
  chore: ['Before {version}:\n\n- [x] look after {object}\n- [ ] {reference}\n- [ ] tell @{mention}'],
};

/** Issues in other languages. */
export const FOREIGN_ISSUES = [
  {
    title: '{Component}: 日本語の名前が文字化けする',
    body: 'いつもありがとうございます。\n\n{version} に更新したところ、日本語の名前が `????` と表示されるようになりました。\n\n```text\n{component}: ???? ({count})\n```\n\n環境: Windows 11 / 「UTF-8」は有効です。',
  },
  {
    title: "Problème d'affichage : {object} tronqués",
    body: 'Bonjour,\n\nDepuis la version {version}, les « {object} » sont tronqués après {count} caractères — surtout avec des accents : é, è, ç, œ.\n\nMerci d’avance !',
  },
] as const;

/** Comments by others than the author of the thread, by purpose. */
export const ANSWERS = {
  bug: [
    'Thanks for the report! Which version is this?\n\n```sh\n{project} --version\n```',
    '@{mention} you know the {component} best, what do you think? I bisected it down to {commit}.',
    '> {condition}\n\nOnly then? I see it everywhere. Could be a duplicate of {reference}?',
  ],
  feature: [
    'Related: {reference}. @{mention} had something like this in a branch, right?',
    'A first sketch of how it could look:\n\n| setting | meaning |\n|---|---|\n| `off` | as today |\n| `on` | {wish} |',
  ],
  question: [
    'Have a look at [the guide](../blob/main/docs/guide.md), the chapter on {object}.',
    'Good question! I do not know {condition} either. @{mention}?',
  ],
  pull: [
    'Needs a rebase, {commit} changed the {component}.',
    'This touches the same lines as {reference}, please have a look at that first.',
    'I tried it with {count} {object}: much better 🚀 @{mention} would you mind reading this too?',
  ],
} as const;

/** Replies by the author of the thread. */
export const REPLIES = {
  issue: [
    'Sorry for the late reply. With {version} it is still the same {condition}.',
    'Here is what I get now:\n\n```text\n{component}: {count} {object}\n```',
    'Thanks @{mention}, that was it 🎉 I had not seen the setting.',
  ],
  pull: [
    'Done, and rebased. I added a test {condition}.',
    'No, {reference} does something else with {object}.',
  ],
} as const;

/** Comments of maintainers who close a thread. */
export const CLOSING_COMMENTS = {
  issue: [
    'Fixed, will be in the next release. Thanks everybody!',
    'Duplicate of {reference}, let us go on there.',
  ],
  pull: ['Thank you, but the {component} has changed too much since. Closing.'],
} as const;

export const PULL_BODIES = [
  '### What\n\nThe {component} now keeps {object} {condition}.\n\n### How to test\n\n1. check out this branch\n2. `{project} check`\n3. look at {count} {object}',
  'Second attempt after {reference}, this time without touching {object}.\n\n- [x] tests\n- [ ] release notes\n\ncc @{mention}',
] as const;

export const BOT_PULL_BODY =
  'Updates one third-party package.\n\n<details>\n<summary>Release notes</summary>\n\n- several fixes\n- faster start\n\n</details>\n\n---\n\nThis pull request closes itself when it is outdated.';

export const REVIEW_BODIES = {
  commented: ['', 'Read it on the train; two remarks.'],
  changes_requested: ['Almost there! I think {object} get lost {condition}.'],
  approved: ['LGTM 👍', '', 'Very nice, thank you @{mention}!'],
} as const;

/** Comments of reviewers, replies of authors, and comments on commits. */
export const REMARKS = {
  review: [
    'Why {count}? Please give the number a name.',
    'Could we reuse what the {component} does?\n\n```suggestion\n    same, but shorter\n```',
    'Love it ❤️',
  ],
  reply: ['I tried, but then {object} are read twice.', 'It does, there is a test {condition}.'],
  commit: ['Was this meant to go in before {version}?', 'This broke {object} {condition} for us.'],
} as const;

export const DISCUSSION_CATEGORIES = [
  { name: 'Announcements', emoji: ':mega:', description: 'Updates from maintainers' },
  { name: 'General', emoji: ':speech_balloon:', description: 'Chat about anything and everything here' },
  { name: 'Ideas', emoji: ':bulb:', description: 'Share ideas for new features' },
  { name: 'Q&A', emoji: ':pray:', description: 'Ask the community for help' },
] as const;

/** Names of uploaded pictures, including difficult ones. */
export const PICTURE_NAMES = [
  'image.png',
  'スクリーンショット.png',
  'before & after (100%).png',
  'a-very-long-name-that-somebody-typed-with-patience-so-that-everybody-knows-what-can-be-seen-in-it-{count}.png',
] as const;

/** Names and types of other uploads. */
export const UPLOAD_NAMES = [
  ['sample {count}.csv', 'text/csv'],
  ['@settings+backup.txt', 'text/plain'],
  ['mesures été.txt', 'text/plain'],
] as const;
