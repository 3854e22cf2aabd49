/** Finds the quantities and frequencies in a text, in a form that is the same for equal values ("weekly" and "every 7 days"). */

const smallNumbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const numbers: Readonly<Record<string, number>> = {
  // "One" is often a pronoun, so only the patterns below interpret "one" as a number.
  ...Object.fromEntries(smallNumbers.flatMap((word, value) => (value === 1 ? [] : [[word, value]]))),
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  hundred: 100,
  dozen: 12,
};
/** The length of each period in hours or months. */
const periods: Readonly<Record<string, readonly [count: number, unit: string]>> = {
  second: [1 / 3600, 'hours'],
  minute: [1 / 60, 'hours'],
  hour: [1, 'hours'],
  day: [24, 'hours'],
  night: [24, 'hours'],
  week: [168, 'hours'],
  month: [1, 'months'],
  quarter: [3, 'months'],
  year: [12, 'months'],
};
const adverbs: Readonly<Record<string, string>> = {
  hourly: '1 hour',
  daily: '1 day',
  nightly: '1 day',
  weekly: '1 week',
  biweekly: '2 week',
  fortnightly: '2 week',
  monthly: '1 month',
  bimonthly: '2 month',
  quarterly: '1 quarter',
  'half-yearly': '2 quarter',
  'semi-annually': '2 quarter',
  semiannually: '2 quarter',
  biannually: '2 quarter',
  yearly: '1 year',
  annually: '1 year',
  annual: '1 year',
  biennially: '2 year',
};

export interface Quantities {
  readonly quantities: ReadonlySet<string>;
  /** The text without the quantities. */
  readonly remainingText: string;
}

/** Returns the quantity in its normalized form; undefined if the words are not a quantity. */
type NameOf = (first: string | undefined, second: string | undefined) => string | undefined;
/** The order matters, because a rule does not see the words that an earlier rule has matched. */
const rules: readonly { readonly pattern: RegExp; readonly nameOf: NameOf }[] = [
  { pattern: /\bonce (?:an?|per|each|every) ([a-z]{3,7})\b/g, nameOf: (unit) => frequency(1, unit) },
  { pattern: /\btwice (?:an?|per|each|every) ([a-z]{3,7})\b/g, nameOf: (unit) => frequency(0.5, unit) },
  {
    pattern: /\b(\d{1,12}(?:[.,]\d{1,12}){0,3}) times (?:an?|per|each|every) ([a-z]{3,7})\b/g,
    nameOf: (count, unit) => frequency(1 / valueOf(count), unit),
  },
  {
    pattern: /\b(?:every|each|per) (?:(\d{1,12}(?:[.,]\d{1,12}){0,3}|one)[ -])?([a-z]{3,8})\b/g,
    nameOf: (count, unit) => frequency(valueOf(count), unit),
  },
  {
    pattern: /\b(\d{1,12}(?:[.,]\d{1,12}){0,3}|one)[ -](?:(?:working|business|calendar|consecutive) )?([a-z]{3,8})\b/g,
    nameOf: (count, unit) => durationOf(valueOf(count), unit),
  },
  {
    pattern: /\b(\d{1,12}(?:[.,]\d{1,12}){0,3})[ -]?(%|(?:percent|characters?|letters?|digits?|bits?|bytes?|[kmgt]i?b)\b)/g,
    nameOf: (count, unit = '') => `${valueOf(count)} ${unit.replace(/^percent$/, '%').replace(/s$/, '')}`,
  },
  {
    pattern: /\b(?:continuous(?:ly)?|constant(?:ly)?|real[ -]time|instant(?:ly)?|immediate(?:ly)?|at once|around the clock)\b/g,
    nameOf: () => 'constantly',
  },
  {
    pattern:
      /\b((?:thir|four|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-[a-z]{3,6})?|(?:thousand|million|billion|hundred|dozen)s?)\b/g,
    nameOf: (word) => word,
  },
  { pattern: /\b(\d{1,12}(?:[.,]\d{1,12}){0,3})\b/g, nameOf: (count) => String(valueOf(count)) },
];

/** @returns the normalized quantities of the text, and the text without them */
export function quantitiesIn(text: string): Quantities {
  const quantities = new Set<string>();
  let remainingText = normalizeNumbers(text);
  for (const { pattern, nameOf } of rules)
    remainingText = remainingText.replace(pattern, (match, first: unknown, second: unknown) => {
      const name = nameOf(textOrUndefined(first), textOrUndefined(second));
      if (name === undefined) return match;
      quantities.add(name);
      return ' ';
    });
  return { quantities, remainingText };
}

/** Replaces "quarterly" with "every 1 quarter", and "three" with "3". */
function normalizeNumbers(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/\b(?:half-yearly|semi-annually|[a-z]{3,12})\b/g, (word) => {
      if (Object.hasOwn(adverbs, word)) return `every ${adverbs[word]}`;
      return Object.hasOwn(numbers, word) ? String(numbers[word]) : word;
    });
}

/** Ignores numbers, because `replace` passes the position of the match instead of a group if the pattern has fewer groups. */
function textOrUndefined(group: unknown): string | undefined {
  return typeof group === 'string' ? group : undefined;
}

function valueOf(count: string | undefined): number {
  return count === undefined || count === 'one' ? 1 : Number(count.replaceAll(',', ''));
}

function frequency(count: number, unit: string | undefined): string | undefined {
  const length = durationOf(count, unit);
  return length === undefined ? undefined : `every ${length}`;
}

function durationOf(count: number, unit = ''): string | undefined {
  const period = Object.entries(periods).find(([name]) => name === unit || `${name}s` === unit)?.[1];
  return period && `${Math.round(count * period[0] * 3600) / 3600} ${period[1]}`;
}
