/** Segmenters of ICU take time by the square of the length: a long text goes through in slices of code points. */
const SLICES = /.{1,200}/gsu;

/** The characters of a text as people see them; marks may part from their letter where a very long text is sliced. */
export function graphemes(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter();
  return (text.match(SLICES) ?? []).flatMap((slice) =>
    [...segmenter.segment(slice)].map(({ segment }) => segment),
  );
}
