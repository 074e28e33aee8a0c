import { countText } from '../../base/sizes.ts';
import { kindOfPrefix } from '../../model/record-kind.ts';
import { PRIVATE_WORDS, type PrivateWordKind, type PublicReport } from '../../store/public-report.ts';

/** One sentence about the repositories, one about what was left out. */
export function describeOmitted({ repositories, leftOut }: PublicReport): string {
  const counts = leftOut.map(({ kind, count }) => countText(count, singularOf(kind), wordsOf(kind)));
  const taken = `Published only what is public: ${repositoriesText(repositories)}`;
  return counts.length === 0 ? taken : `${taken}. Left out ${counts.join(', ')}`;
}

/** What a copy lacks, by kind and reason, without any name. */
export function omittedText(report: PublicReport, hasPseudonyms: boolean): string {
  const { repositories, leftOut, replaced } = report;
  const rows = leftOut.map(({ kind, count, reason }) => `| ${wordsOf(kind)} | ${count} | ${reason} |`);
  const words = Object.entries(replaced).map(
    ([kind, count]) => `| ${PRIVATE_WORDS[kind as PrivateWordKind]} | ${count} |`, // The keys are kinds.
  );
  return [
    '# What this copy leaves out',
    `It has what is public in a store: ${repositoriesText(repositories)}. All of its files were checked before it was published.`,
    ...(rows.length === 0 ? [] : [['| left out | how many | why |', '|---|---|---|', ...rows].join('\n')]),
    ...(words.length === 0
      ? []
      : ['Replaced in texts:', ['| what | how often |', '|---|---|', ...words].join('\n')]),
    ...(hasPseudonyms
      ? [
          'People have pseudonyms here, the same one everywhere in this copy, and another one in every other copy.',
        ]
      : []),
  ]
    .join('\n\n')
    .concat('\n');
}

function repositoriesText({ public: shown, private: hidden, unknown }: PublicReport['repositories']): string {
  const rest = hidden === 0 ? '' : `, not ${hidden} private`;
  const doubtful = unknown === 0 ? '' : `, and ${unknown} that may be private`;
  return `${countText(shown, 'repository', 'repositories')}${rest}${doubtful}`;
}

function singularOf(kinds: string): string {
  return wordsOf(kindOfPrefix(kinds) ?? kinds.replace(/ies$/, 'y').replace(/s$/, ''));
}

function wordsOf(name: string): string {
  return name.replaceAll('_', ' ');
}
