/**
 * Validates drafts of the language model. A draft is valid only if it paraphrases the passages that it cites. Markup, URLs, e-mail
 * addresses, sentences without support in the passages (such as instructions), and invented names, numbers and secrets make the whole draft
 * invalid.
 */
import { isObject } from '#platform/json-object';
import { extractConcepts } from '#domain/retrieval/concepts';
import { splitSentences } from '#domain/retrieval/sentences';
import { redactSecrets } from '#platform/redaction/redact-secrets';
import { measureCoverage } from '#domain/retrieval/weights';
import { createInventionFinder } from './inventions.ts';

/** A text that a draft may cite, with the name of its source. */
export interface CitableText {
  readonly sourceName: string;
  readonly text: string;
}

export interface Draft<P> {
  /** Null if the model reports that the passages are not sufficient. */
  readonly text: string | null;
  /** The cited passages, in the order in which the model received them. */
  readonly cited: readonly P[];
}

/** Maximum length of a draft, in characters. */
const maxLength = 1_200;
/** The weighted part of a sentence's concepts that the cited passages must at least cover. */
const minCoverage = 0.6;

/**
 * @param answer the model's answer: `{"text": …, "passages": [numbers from 1]}`, possibly surrounded by other text
 * @param passages the passages that were sent to the model @returns the draft; undefined if the answer is invalid
 */
export function parseGroundedDraft<P extends CitableText>(answer: string, passages: readonly P[]): Draft<P> | undefined {
  const parsed = parseAnswer(answer);
  if (!parsed || !('text' in parsed)) return undefined;
  if (parsed.text === null) return { text: null, cited: [] };
  if (typeof parsed.text !== 'string' || !Array.isArray(parsed.passages)) return undefined;
  const numbers = new Set<unknown>(parsed.passages);
  const cited = passages.filter((_, index) => numbers.has(index + 1));
  // A reference to a passage that does not exist makes the other references doubtful.
  if (cited.length === 0 || cited.length !== numbers.size) return undefined;
  const text = removeYesOrNo(parsed.text.replace(/\s+/g, ' ').trim());
  return isPlain(text) && isSupportedBy(text, cited) ? { text, cited } : undefined;
}

/** Removes a leading yes or no, which no passage supports. The remaining text is a complete statement. */
function removeYesOrNo(text: string): string {
  const statement = text.replace(/^(?:yes|no)\b[ .,;:]*/i, '');
  return `${statement.charAt(0).toUpperCase()}${statement.slice(1)}`;
}

function parseAnswer(answer: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Matches markup, URLs, e-mail addresses, and characters that are invisible or change the writing direction. */
const unsafeText = /[<>{}`|\\]|\]\(|\*\*|__|^#|:\/\/|\bwww\.|@|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/iu;

function isPlain(text: string): boolean {
  return text !== '' && text.length <= maxLength && !unsafeText.test(text);
}

function isSupportedBy(text: string, cited: readonly CitableText[]): boolean {
  const citedConcepts = extractConcepts(cited.map(({ sourceName, text: passage }) => `${sourceName} ${passage}`).join(' '));
  const citedSentences = cited
    .flatMap(({ text: passage }) => splitSentences(passage))
    .map((sentence) => ({ sentence, concepts: extractConcepts(sentence) }));
  const findInventions = createInventionFinder(cited.map(({ sourceName, text: passage }) => `${sourceName} ${passage}`).join('\n'));
  if (redactSecrets(text) !== text) return false;
  return splitSentences(text).every((sentence) => {
    const sentenceConcepts = extractConcepts(sentence);
    if (measureCoverage(sentenceConcepts, citedConcepts) < minCoverage || findInventions(sentence).length > 0) return false;
    const closest = citedSentences
      .map((one) => ({ ...one, shared: measureCoverage(sentenceConcepts, one.concepts) }))
      .reduce((best, one) => (one.shared > best.shared ? one : best), { sentence: '', shared: 0 });
    return isNegated(sentence) === isNegated(closest.sentence);
  });
}

function isNegated(sentence: string): boolean {
  return /\b(?:no|not|nor|none|never|neither|without|cannot)\b|n['’]t\b/i.test(sentence);
}
