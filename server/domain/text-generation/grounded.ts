/**
 * What of a language model's answer is believed: a text that the passages it cites already say, in other words. Whatever else it holds,
 * such as instructions, markup, addresses or numbers of its own, makes it worthless as a whole.
 */
import { isObject } from '../../platform/json-object.ts';
import { conceptsOf } from '../retrieval/concepts.ts';
import { sentencesIn } from '../retrieval/sentences.ts';
import { coverageOf } from '../retrieval/weights.ts';

/** A text that may be cited, and what it is called. */
export interface Citable {
  readonly sourceName: string;
  readonly text: string;
}

export interface Drafted<P> {
  /** Null when the model finds that the passages do not say enough. */
  readonly text: string | null;
  /** The passages that it cites, in the order of those that it was given. */
  readonly cited: readonly P[];
}

/** Characters of a draft. */
const longest = 1_200;
/** The part of what a sentence is about that the cited passages speak of, at least. */
const leastGrounded = 0.6;

/**
 * @param answer of the model, as it is: `{"text": …, "passages": [numbers from 1]}`, with or without words around it
 * @param passages that it was given @returns undefined when nothing of it may be used
 */
export function groundedIn<P extends Citable>(answer: string, passages: readonly P[]): Drafted<P> | undefined {
  const told = objectIn(answer);
  if (!told || !('text' in told)) return undefined;
  if (told.text === null) return { text: null, cited: [] };
  if (typeof told.text !== 'string' || !Array.isArray(told.passages)) return undefined;
  const numbers = new Set<unknown>(told.passages);
  const cited = passages.filter((_, index) => numbers.has(index + 1));
  // One that there is not makes the others doubtful, too.
  if (cited.length === 0 || cited.length !== numbers.size) return undefined;
  const text = statementOf(told.text.replace(/\s+/g, ' ').trim());
  return isPlain(text) && isSaidBy(text, cited) ? { text, cited } : undefined;
}

/** No passage says yes or no: what is said after that stands for itself. */
function statementOf(text: string): string {
  const statement = text.replace(/^(?:yes|no)\b[ .,;:]*/i, '');
  return `${statement.charAt(0).toUpperCase()}${statement.slice(1)}`;
}

function objectIn(answer: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Markup of any kind, addresses, and characters that are not seen or turn the direction of writing around. */
const notPlain = /[<>{}`|\\]|\]\(|\*\*|__|^#|:\/\/|\bwww\.|@|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/iu;

function isPlain(text: string): boolean {
  return text !== '' && text.length <= longest && !notPlain.test(text);
}

function isSaidBy(text: string, cited: readonly Citable[]): boolean {
  const known = conceptsOf(cited.map(({ sourceName, text: said }) => `${sourceName} ${said}`).join(' '));
  const said = cited.flatMap(({ text: passage }) => sentencesIn(passage)).map((sentence) => ({ sentence, concepts: conceptsOf(sentence) }));
  const numbers = new Set(cited.flatMap(({ sourceName, text: passage }) => numbersIn(`${sourceName} ${passage}`)));
  return sentencesIn(text).every((sentence) => {
    const about = conceptsOf(sentence);
    if (coverageOf(about, known) < leastGrounded || !numbersIn(sentence).every((number) => numbers.has(number))) return false;
    const closest = said
      .map((one) => ({ ...one, shared: coverageOf(about, one.concepts) }))
      .reduce((best, one) => (one.shared > best.shared ? one : best), { sentence: '', shared: 0 });
    return denies(sentence) === denies(closest.sentence);
  });
}

function numbersIn(text: string): string[] {
  return text.match(/\d+/g) ?? [];
}

function denies(sentence: string): boolean {
  return /\b(?:no|not|nor|none|never|neither|without|cannot)\b|n['’]t\b/i.test(sentence);
}
