/**
 * What somebody who did not open the thread writes in it, by what it wants. Words as in the issue phrases, and
 * commit (the id of an older one).
 */
export const ANSWERS = {
  bug: [
    'Thanks for the report! Which version is this? `{project} --version` tells.',
    'I can reproduce this {condition}. The {component} reads {object} too early.',
    'Could you attach a small sample of your {object}? Ten lines are enough.',
    'This should be better in {version}, can you try?',
    'As a workaround, run the {component} twice:\n\n```sh\n{project} run && {project} run --resume\n```',
    '@{mention} you know the {component} best, what do you think?',
    'I had a look. The culprit is this line:\n\n```diff\n-  limit = {count}\n+  limit = None\n```\n\nA pull request is welcome.',
    'Same here, with {count} {object}.',
    'I bisected it down to {commit}.',
    'Could be a duplicate of {reference}? If not, please say so.',
    '> {condition}\n\nOnly then? I see it everywhere.',
    'Debug log of a run that works:\n\n```text\n[{component}] {count} {object} in 0.3 s\n```\n\nand of one that does not: nothing at all. 🤷',
  ],
  feature: [
    'Good idea. I would keep the default and add {wish} behind a setting.',
    '+1, we would use {wish} every day.',
    'Not sure we want this: {object} are the business of the {component}, not of the settings.',
    'Related: {reference}.',
    "Let's talk about it at the next meeting :calendar:",
    'A first sketch of how it could look:\n\n| setting | meaning |\n|---|---|\n| `off` | as today |\n| `on` | {wish} |',
    '@{mention} had something like this in a branch, right?',
    'I would need it {condition} too.',
  ],
  question: [
    'Have a look at [the guide](../blob/main/docs/guide.md), the chapter on {object}.',
    'Yes, it is. The {component} stands alone.',
    'Short answer: no. Long answer: {reference}.',
    'Good question! I do not know {condition} either. @{mention}?',
    'Try `{project} explain "{object}"`, it prints what it would do.',
  ],
  pull: [
    'Thank you! I will look at it this week.',
    'Nice. Does it still work {condition}?',
    'Needs a rebase, {commit} changed the {component}.',
    'Could you add a line to the guide as well?',
    'The tests fail on one machine out of three, I have started them again.',
    'This touches the same lines as {reference}, please have a look at that first.',
    'I tried it with {count} {object}: much better 🚀',
    '@{mention} would you mind reading this too?',
  ],
} as const;

/** What the person who opened the thread writes back. */
export const REPLIES = {
  issue: [
    'It is {version}, installed yesterday.',
    'Yes! That helps, thank you 🎉',
    'Sorry for the late reply. It is still the same {condition}.',
    'Here is what I get now:\n\n```text\n{component}: {count} {object}\n```',
    'I tried it and it works for me.',
    'No, {reference} is about something else.',
    'Any news on this?',
    'Thanks @{mention}, that was it. I had not seen the setting.',
    'I will try to write a test {condition}.',
  ],
  pull: [
    'Done, and rebased.',
    'I added a test {condition}.',
    'Thanks for looking! I will change the {component} tomorrow.',
    'Sorry, I was on holiday. Is this still wanted?',
    'No, {reference} does something else with {object}.',
  ],
} as const;

/** What a maintainer writes when closing. */
export const FAREWELLS = {
  issue: [
    'Fixed, will be in the next release. Thanks everybody!',
    'This works since {version}, I think. Thanks for your patience!',
    'Closing, as there was no answer. Please open it again if it still happens with {version}.',
    'Done in `main`. Please test 🙏',
    'Duplicate of {reference}, let us go on there.',
    'I do not think we will do this. Thank you for the idea all the same.',
  ],
  pull: [
    'Thank you, but the {component} has changed too much since. Closing.',
    'Let us do it as in {reference} instead. Thanks for the work!',
    'Closing for now, as nobody has time to finish it. The branch stays.',
  ],
} as const;

/** What bots write: about changes, and where nobody has written for long. */
export const BOT_NOTES = {
  pull: [
    '### Coverage\n\n| file | before | after |\n|---|---:|---:|\n| `{component}` | 81.{count} % | 82.0 % |\n\n<sub>Written by a machine.</sub>',
  ],
  quiet: ['This thread has been quiet for 30 days. It will be closed in a week unless somebody answers.'],
} as const;

/** Answers that came by mail, with what mail programs add. */
export const MAIL_ANSWERS = [
  'Works for me now, thank you.\n\nOn Tue, {mention} wrote:\n\n> Could you try again?\n> —\n> Reply to this email directly.\n',
  'I am travelling until Monday and will look at the {component} then.\n\n--\nsent from a small screen\n',
] as const;

/** Bodies of pull requests. */
export const PULL_BODIES = [
  '### What\n\nThe {component} now keeps {object} {condition}.\n\n### Why\n\nIt was wrong, and nobody was told.\n\n### How to test\n\n1. check out this branch\n2. `{project} check`\n3. look at {count} {object}',
  'Small change in the {component}. I also added a test {condition}.',
  'Second attempt after {reference}, this time without touching {object}.\n\n- [x] tests\n- [x] guide\n- [ ] release notes',
  'See the commits, they are meant to be read one by one.\n\ncc @{mention}',
  'This lets people have {wish}. Feedback very welcome!',
] as const;

/** What bots write into their own pull requests. */
export const BOT_PULL_BODY =
  'Updates one third-party package.\n\n<details>\n<summary>Release notes</summary>\n\n- several fixes\n- faster start\n\n</details>\n\n---\n\nThis pull request closes itself when it is outdated.';

/** What reviewers sum up, by the state of their review. */
export const REVIEW_BODIES = {
  commented: ['Some questions, nothing serious.', '', 'Read it on the train; two remarks.'],
  changesRequested: [
    'Almost there! Please have a look at the remarks.',
    'I think {object} get lost {condition}. See below.',
  ],
  approved: ['LGTM 👍', '', 'Very nice, thank you @{mention}!', 'Good to go once the checks are green.'],
} as const;

/** What reviewers write at a line. */
export const REVIEW_REMARKS = [
  'Why {count}? Please give the number a name.',
  'Does this work {condition}?',
  'Nit: I would call it after the {object}.',
  'Can you add a test for this line?',
  'Could we reuse what the {component} does?\n\n```suggestion\n    same, but shorter\n```',
  'This is clever. Too clever?',
  'Love it ❤️',
] as const;

/** What authors answer there. */
export const REVIEW_REPLIES = [
  'Done.',
  'Good catch, changed.',
  'I tried, but then {object} are read twice.',
  'It does, there is a test {condition}.',
  '👍',
] as const;

/** What people write under a commit. */
export const COMMIT_REMARKS = [
  'Was this meant to go in before {version}?',
  'This broke {object} {condition} for us. Opening an issue.',
  'Nice clean-up!',
] as const;

/** Where discussions go: name, emoji and what it is for. Every repository has them, whether used or not. */
export const DISCUSSION_CATEGORIES = [
  ['Announcements', ':mega:', 'Updates from maintainers'],
  ['General', ':speech_balloon:', 'Chat about anything and everything here'],
  ['Ideas', ':bulb:', 'Share ideas for new features'],
  ['Polls', ':ballot_box:', 'Take a vote from the community'],
  ['Q&A', ':pray:', 'Ask the community for help'],
  ['Show and tell', ':raised_hands:', "Show off something you've made"],
] as const;

/** Names that people give their uploads, not all of them kind to programs. */
export const PICTURE_NAMES = [
  'image.png',
  'Screenshot_20240312-{count}.png',
  'Bildschirmfoto 2023-05-{count} um 10.14.37.png',
  'スクリーンショット.png',
  'before & after (100%).png',
  'a-very-long-name-that-somebody-typed-with-patience-so-that-everybody-knows-what-can-be-seen-in-it-{count}.png',
] as const;

/** Names and types of uploads that are no pictures. */
export const UPLOAD_NAMES = [
  ['crash.log', 'text/plain'],
  ['sample {count}.csv', 'text/csv'],
  ['@settings+backup.txt', 'text/plain'],
  ['mesures été.txt', 'text/plain'],
  ['report(1).json', 'application/json'],
] as const;
