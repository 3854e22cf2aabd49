/** Which text would keep a pattern busy for longer than its length. */
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { analyse } from 'scslre';

const parser = new RegExpParser();
/** As many repetitions cost as much as any number of them. */
const many = 10;

/**
 * Bounded repetitions are taken for unbounded ones, because forty times forty times … is too much, too.
 * @param flags as of a RegExp @returns what a text that does it repeats, or undefined when there is none @throws SyntaxError for what is no pattern
 */
export function attackOn(source: string, flags: string): string | undefined {
  const [report] = [source, widened(source, flags)].flatMap(
    (form) => analyse({ source: form, flags }, { reportTypes: { Move: true, Self: true, Trade: true } }).reports,
  );
  return report?.character.literal.source;
}

function widened(source: string, flags: string): string {
  const changes: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  visitRegExpAST(parser.parsePattern(source, 0, source.length, { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }), {
    onQuantifierEnter({ element, end, min, max, greedy }) {
      if (max !== Infinity && max !== min && max >= many)
        changes.push({ from: element.end, to: end, text: `{${min},}${greedy ? '' : '?'}` });
    },
  });
  return changes
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, change) => text.slice(0, change.from) + change.text + text.slice(change.to), source);
}
