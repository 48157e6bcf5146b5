/** Families of type: whether a heading is set in that of the running text. */
import type { PageOf } from '../page-finder.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

/** Letters from which a text block is running text by its length. */
const LONG_LETTERS = 120;

/** No name of a font is longer. */
const LONGEST_NAME = 100;
const STYLES = ['Bold', 'Italic', 'MT', 'PS'];

/** "MinionPro-Bold" and "MinionPro-Regular" are of one family, as "TimesNewRomanPS-BoldMT" and "TimesNewRomanPSMT" are. */
export function familyOf(name: string): string {
  let [family = ''] = name.slice(0, LONGEST_NAME).split(/[-, ]/u, 1);
  for (let style: string | undefined = ''; style !== undefined;) {
    family = family.slice(0, family.length - style.length);
    const rest = family;
    style = STYLES.find((one) => rest.endsWith(one) && rest.length > one.length);
  }
  return family;
}

/** What tells whether all of a text block is of the family that most running text has; it is null for one of several families. */
export function textFamily(
  textBlocks: readonly TextBlock[],
  pageOf: PageOf,
): (textBlock: TextBlock) => 'text' | 'other' | null {
  const known = new Map<string, string>();
  const familyNamed = (name: string): string => {
    const family = known.get(name) ?? familyOf(name);
    known.set(name, family);
    return family;
  };
  const families = ({ lines }: TextBlock, runs = Infinity): Set<string> =>
    new Set(
      lines.flatMap((line) => {
        const { fonts } = pageOf(line.page);
        return line.runs.slice(0, runs).map((run) => familyNamed(fonts[run.font]?.name ?? ''));
      }),
    );
  const letters = new Map<string, number>();
  for (const textBlock of textBlocks) {
    if (textBlock.role !== 'text' || textBlock.text.length < LONG_LETTERS) continue;
    // the first run of each line is enough to know a paragraph's type
    for (const family of families(textBlock, 1))
      letters.set(family, (letters.get(family) ?? 0) + textBlock.text.length);
  }
  const [most] = [...letters].sort((a, b) => b[1] - a[1]);
  return (textBlock) => {
    const own = families(textBlock);
    const [family = ''] = own;
    if (own.size !== 1 || family === '' || !most) return null;
    return family === most[0] ? 'text' : 'other';
  };
}
