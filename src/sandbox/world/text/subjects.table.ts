/**
 * The purposes of threads, with their relative frequency, suitable labels, titles, titles of a pull request for it, and
 * branches. Placeholders: component, object, condition, wish.
 */
export const SUBJECTS = {
  bug: {
    weight: 42,
    labels: ['bug'],
    titles: [
      '{Component} crashes {condition}',
      'Wrong {object} {condition}',
      '{Object} are shown twice {condition}',
      '{Component}: "undefined" instead of {object} {condition}',
      'Regression: {object} no longer sorted {condition}',
    ],
    pullTitles: [
      'Keep {object} {condition}',
      'Fix {component} {condition}',
      'Do not lose {object} {condition}',
    ],
    branch: 'fix',
  },
  feature: {
    weight: 28,
    labels: ['enhancement'],
    titles: ['Please add {wish}', 'Export {object} as CSV', 'It would be lovely to have {wish} ✨'],
    pullTitles: ['Add {wish}', 'Export {object} as CSV', 'Let people choose {object} themselves'],
    branch: 'feature',
  },
  performance: {
    weight: 9,
    labels: ['performance'],
    titles: ['{Component} takes minutes {condition}', 'Memory grows while reading {object} {condition}'],
    pullTitles: ['Read {object} in batches', 'Cache {object} in the {component}'],
    branch: 'perf',
  },
  docs: {
    weight: 9,
    labels: ['documentation', 'good first issue'],
    titles: ['Docs: how do {object} work {condition}?', 'README does not mention the {component}'],
    pullTitles: ['Describe the {component}', 'Explain {object} {condition}'],
    branch: 'docs',
  },
  question: {
    weight: 8,
    labels: ['question'],
    titles: ['How can I correct {object} {condition}?', 'Is the {component} meant to be used alone?'],
    pullTitles: ['Answer a common question about {object}'],
    branch: 'docs',
  },
  chore: {
    weight: 4,
    labels: ['internal'],
    titles: ['Checklist for the next release', 'Tidy up the {component}'],
    pullTitles: ['Split the {component}', 'Test the {component} {condition}'],
    branch: 'chore',
  },
} as const;

/** The purpose of a thread. */
export type SubjectKind = keyof typeof SUBJECTS;

/** Name, color and description of labels. */
export const LABELS = [
  ['bug', 'd73a4a', "Something isn't working"],
  ['documentation', '0075ca', 'Improvements or additions to documentation'],
  ['duplicate', 'cfd3d7', 'This issue or pull request already exists'],
  ['enhancement', 'a2eeef', 'New feature or request'],
  ['good first issue', '7057ff', 'Good for newcomers'],
  ['help wanted', '008672', 'Extra attention is needed'],
  ['question', 'd876e3', 'Further information is requested'],
  ['wontfix', 'ffffff', ''],
  ['performance', 'fbca04', null],
  ['internal', 'ededed', null],
  ['area/core', 'c5def5', 'The heart of it'],
  ['needs info ❓', 'f9d0c4', ''],
  ['à discuter', 'bfd4f2', 'Pour la prochaine réunion'],
] as const;
