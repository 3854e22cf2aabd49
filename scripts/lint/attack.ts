/** Finds inputs on which a pattern takes more than linear time. */
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { analyse } from 'scslre';

const parser = new RegExpParser();
/** Repetitions with at least this upper bound count as unbounded. */
const unboundedFrom = 10;

/**
 * Treats bounded repetitions as unbounded ones, because nested repetitions of up to forty times are already too slow.
 * @param flags as of a RegExp @returns the text that an attack repeats, or undefined if there is none @throws SyntaxError for an invalid
 * pattern
 */
export function findAttack(source: string, flags: string): string | undefined {
  const [report] = [source, widenQuantifiers(source, flags)].flatMap(
    (form) => analyse({ source: form, flags }, { reportTypes: { Move: true, Self: true, Trade: true } }).reports,
  );
  return report?.character.literal.source;
}

function widenQuantifiers(source: string, flags: string): string {
  const changes: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  visitRegExpAST(parser.parsePattern(source, 0, source.length, { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }), {
    onQuantifierEnter({ element, end, min, max, greedy }) {
      if (max !== Infinity && max !== min && max >= unboundedFrom)
        changes.push({ from: element.end, to: end, text: `{${min},}${greedy ? '' : '?'}` });
    },
  });
  return changes
    .toSorted((first, second) => second.from - first.from)
    .reduce((text, change) => text.slice(0, change.from) + change.text + text.slice(change.to), source);
}
