/**
 * Validates drafts of the language model: a draft is accepted only if it paraphrases the passages that it cites. Instructions, markup, addresses, or
 * names, numbers and secrets that are not in the passages make the whole draft invalid.
 */
import { isObject } from '#platform/json-object';
import { extractConcepts } from '#domain/retrieval/concepts';
import { splitSentences } from '#domain/retrieval/sentences';
import { redactSecrets } from '#platform/redaction/redact-secrets';
import { measureCoverage } from '#domain/retrieval/weights';
import { createInventionFinder } from './inventions.ts';

/** A text that may be cited, with its name. */
export interface CitableText {
  readonly sourceName: string;
  readonly text: string;
}

export interface Draft<P> {
  /** Null when the model reports that the passages are not sufficient. */
  readonly text: string | null;
  /** The cited passages, in the order in which the model received them. */
  readonly cited: readonly P[];
}

/** Maximum length of a draft, in characters. */
const maxLength = 1_200;
/** Minimum weighted part of a sentence's concepts that the cited passages must cover. */
const minCoverage = 0.6;

/**
 * @param answer of the model: `{"text": …, "passages": [numbers from 1]}`, possibly surrounded by other text
 * @param passages sent to the model @returns undefined when the answer must not be used
 */
export function parseGroundedDraft<P extends CitableText>(answer: string, passages: readonly P[]): Draft<P> | undefined {
  const parsed = objectIn(answer);
  if (!parsed || !('text' in parsed)) return undefined;
  if (parsed.text === null) return { text: null, cited: [] };
  if (typeof parsed.text !== 'string' || !Array.isArray(parsed.passages)) return undefined;
  const numbers = new Set<unknown>(parsed.passages);
  const cited = passages.filter((_, index) => numbers.has(index + 1));
  // A reference to a passage that does not exist makes the others doubtful.
  if (cited.length === 0 || cited.length !== numbers.size) return undefined;
  const text = statementOf(parsed.text.replace(/\s+/g, ' ').trim());
  return isPlain(text) && isSupportedBy(text, cited) ? { text, cited } : undefined;
}

/** Removes a leading yes or no, which no passage supports; the rest is a complete statement. */
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

/** Markup, addresses, and characters that are invisible or change the writing direction. */
const notPlain = /[<>{}`|\\]|\]\(|\*\*|__|^#|:\/\/|\bwww\.|@|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/iu;

function isPlain(text: string): boolean {
  return text !== '' && text.length <= maxLength && !notPlain.test(text);
}

function isSupportedBy(text: string, cited: readonly CitableText[]): boolean {
  const known = extractConcepts(cited.map(({ sourceName, text: passage }) => `${sourceName} ${passage}`).join(' '));
  const citedSentences = cited
    .flatMap(({ text: passage }) => splitSentences(passage))
    .map((sentence) => ({ sentence, concepts: extractConcepts(sentence) }));
  const inventions = createInventionFinder(cited.map(({ sourceName, text: passage }) => `${sourceName} ${passage}`).join('\n'));
  if (redactSecrets(text) !== text) return false;
  return splitSentences(text).every((sentence) => {
    const sentenceConcepts = extractConcepts(sentence);
    if (measureCoverage(sentenceConcepts, known) < minCoverage || inventions(sentence).length > 0) return false;
    const closest = citedSentences
      .map((one) => ({ ...one, shared: measureCoverage(sentenceConcepts, one.concepts) }))
      .reduce((best, one) => (one.shared > best.shared ? one : best), { sentence: '', shared: 0 });
    return isNegated(sentence) === isNegated(closest.sentence);
  });
}

function isNegated(sentence: string): boolean {
  return /\b(?:no|not|nor|none|never|neither|without|cannot)\b|n['’]t\b/i.test(sentence);
}
