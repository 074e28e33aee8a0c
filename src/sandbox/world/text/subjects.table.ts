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
      '{Object} are shown twice {condition}',
      '{Component}: "undefined" instead of {object} {condition}',
    ],
    pullTitles: ['Keep {object} {condition}', 'Fix {component} {condition}'],
    branch: 'fix',
  },
  feature: {
    weight: 28,
    labels: ['enhancement'],
    titles: ['Please add {wish}', 'It would be lovely to have {wish} ✨'],
    pullTitles: ['Add {wish}', 'Let people choose {object} themselves'],
    branch: 'feature',
  },
  performance: {
    weight: 9,
    labels: ['performance'],
    titles: ['{Component} takes minutes {condition}'],
    pullTitles: ['Read {object} in batches', 'Cache {object} in the {component}'],
    branch: 'perf',
  },
  docs: {
    weight: 9,
    labels: ['documentation', 'good first issue'],
    titles: ['Docs: how do {object} work {condition}?'],
    pullTitles: ['Describe the {component}'],
    branch: 'docs',
  },
  question: {
    weight: 8,
    labels: ['question'],
    titles: ['How can I correct {object} {condition}?'],
    pullTitles: ['Answer a common question about {object}'],
    branch: 'docs',
  },
  chore: {
    weight: 4,
    labels: ['internal'],
    titles: ['Tidy up the {component}'],
    pullTitles: ['Split the {component}'],
    branch: 'chore',
  },
} as const;

export type SubjectKind = keyof typeof SUBJECTS;

/** Name, color and description of labels. */
export const LABELS = [
  ['bug', 'd73a4a', "Something isn't working"],
  ['documentation', '0075ca', 'Improvements or additions to documentation'],
  ['enhancement', 'a2eeef', 'New feature or request'],
  ['good first issue', '7057ff', 'Good for newcomers'],
  ['question', 'd876e3', 'Further information is requested'],
  ['wontfix', 'ffffff', ''],
  ['performance', 'fbca04', null],
  ['internal', 'ededed', null],
  ['needs info ❓', 'f9d0c4', ''],
  ['à discuter', 'bfd4f2', 'Pour la prochaine réunion'],
] as const;
