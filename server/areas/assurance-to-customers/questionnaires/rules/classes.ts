/** Classifies parts of a questionnaire as questions to answer or as other text (questionnaires, rules 3–5). */
import { areUntickedChoices, isTicked } from './choices.ts';
import { hasQuestionMark } from './question-mark.ts';

export type ItemClass = 'answerable_item' | 'metadata' | 'section_header' | 'instruction' | 'guidance' | 'example' | 'scoring' | 'noise';

/** Labels that may precede the words of a question: `[Access]`, `3.2`, `B.1)`, `a)`, `•`. */
const labelPattern =
  /^(?:\[[^\]]{1,60}\]\s*)?(?:[-–•▪●■○◦*·]\s+)?(?:\(?(?:[A-Z]{1,6}[-. ]?)?\d+(?:[.-]\d+)*[a-z]?[.):]?\s+|\(?[a-zA-Z][.)]\s+)?/;

/** Placeholders for an answer, such as "to be completed" or "enter text here". */
const placeholders: readonly RegExp[] = [
  /^[[<(]?\s*(?:to be (?:completed|filled|provided|defined|confirmed)\b|t\.?b\.?[acd]\.? ?[\])>]?$|enter (?:text|your|an?|the|(?:response|answer)s? here)\b|click (?:here|or tap)|type (?:here|your)|insert\b|(?:please )?(?:select|choose|pick)(?: (?:an?|one|your|from|the)\b.*)?(?:\.{3}|…)? ?[\])>]?$|choose an item|your (?:answer|response)|(?:vendor|supplier|provider|respondent) to (?:answer|complete|respond)\b|à compléter|zu ergänzen|bitte auswählen)/i,
  /^(?:\[[^[\]]*\]|<[^<>]*>)$/,
  // Tick boxes, and lines to write on.
  /^[☐☑☒□▢◯]/u,
  /^(?!\(?\d)[^?？\u061f]{0,60}?(?:_{3,}|\.{5,}|…{2,})/u,
];

/** Patterns of texts that are not questions (questionnaires, rules 4 and 5). The first match determines the class. */
const nonQuestions: readonly (readonly [ItemClass, RegExp])[] = [
  ['noise', /^(?:[A-Z]{0,8}[-._ ]?\d+(?:[.-]\d+)*[a-z]?[.):]?|[A-Za-z]\.?|[^\p{L}\p{N}]*|=.*)$/su],
  ['noise', /^[[<(]?\s*(?:n\/?a|not applicable|none)\.?\s*[\])>]?$/i],
  ['noise', /^(?:https?:\/\/|www\.)\S+$|^[^\s@]+@[^\s@.]+\.\S+$/i],
  [
    'example',
    /^\W*(?:(?:examples?|for example|for instance|sample (?:answer|response)|exemples?|beispiele?|zum beispiel|par exemple)\b|e\.g\.)/i,
  ],
  [
    'guidance',
    /^\W*(?:guidance|guidelines?|hints?|tips?|help|notes?|hinweis|anmerkung|remarque|nb|n\.b\.|explanation|definition|rationale|background)\s*(?:[:–-]|\b(?=to\b))/i,
  ],
  [
    'metadata',
    /^(?:page \d+|version\s*(?:[:#]\s*)?v?\d|v\d+\.\d|(?:last )?(?:updated|revised|reviewed|modified)\b|date(?:d)?\s*(?::|of (?:issue|completion|submission))|(?:prepared|completed|approved|submitted|issued) (?:by|on|for)\b|(?:strictly )?confidential(?:\s*[-–|].*)?$|copyright\b|©|all rights reserved)/i,
  ],
  [
    'instruction',
    /^(?:instructions?\b|how to (?:complete|fill|use|answer|submit|return)|do not (?!.*[?？\u061f])|please (?:complete|fill|answer|return|submit|send|read|note|use|refer|see|contact|tick|check|mark|respond|ensure|make sure)\b(?!.*[?？\u061f])|(?:complete|fill (?:in|out)|answer|return|submit|send|read|use|see|tick|check|mark) (?:all|each|every|the|this|these|one|an?|below|above|section)\b(?!.*[?？\u061f])|(?:refer|respond) to\b|if you (?:have|need) (?:any )?(?:questions?|help|assistance)|should you (?:have|need|require)|(?:this|the following) (?:questionnaire|form|section|document|survey|sheet|tab)s?\b(?!.*[?？\u061f])|(?:the|all) questions? (?:below|above|must|should|are)\b(?!.*[?？\u061f])|thank you\b|bitte (?:füllen|beantworten|senden|lesen|beachten|verwenden|kreuzen)\s(?!.*[?？\u061f])|(?:veuillez|merci de) (?:remplir|compléter|répondre|retourner|renvoyer|lire|noter|utiliser|cocher)\s(?!.*[?？\u061f])|vielen dank\b)/i,
  ],
  [
    'section_header',
    /^(?:section|part|chapter|appendix|annex|domain|category|schedule|module|teil|abschnitt|kapitel|anhang|partie|chapitre|annexe)\s+(?:[A-Z]|\d+|[IVX]+)\b(?!.*[?？\u061f])/i,
  ],
  ['section_header', /^(?:list of|table of|is[oe]\b|does not apply)(?!.*[?？\u061f])/i],
];

// Words end with a negative lookahead for letters, because `\b` does not treat accented letters as letters.
const interrogativePattern =
  /^(?:(?:and|or|also|then)\s+)?(?:what|why|how|when|where|who|whom|whose|which|is|are|was|were|does|do|did|can|could|will|would|should|shall|may|have|has|if|list|describe|explain|provide|specify|identify|detail|outline|state|indicate|confirm|attach|upload|summari[sz]e|give|name (?:the|all|any|your)|at (?:what|which)|(?:in|within|under|for|to|by|from|on|with) (?:what|which|whom))(?!\p{L})/iu;
/** German and French words that rarely begin anything but a question. */
const foreignInterrogativePattern =
  /^(?:wer|wem|wen|was|wie|wieviele?|wo|wohin|woher|wann|warum|weshalb|welche[rsmn]?|inwiefern|inwieweit|(?:gibt|existiert|besteht|liegt|erfolgt|wird|ist|hat|verfügt|kann|werden|sind|haben|existieren|bestehen|können|verfügen)\s(?=.*[?？\u061f])|(?:nennen|beschreiben|erläutern|erklären|geben|listen|legen|führen|bestätigen|benennen|skizzieren|fügen) sie|qui|que|quoi|quel(?:le)?s?|comment|où|quand|pourquoi|combien|est-ce|existe-t-il|décri(?:vez|re)|précise[rz]|indique[rz]|liste[rz]|explique[rz]|fourni(?:ssez|r)|énumére[rz]|confirme[rz]|détaille[rz]|joignez|à quelle?s? |dans quel)(?!\p{L})/iu;
const requestPattern =
  /^(?:please|kindly)\s+(?:also\s+)?(?:list|describe|explain|provide|specify|identify|detail|outline|state|indicate|confirm|attach|upload|summari[sz]e|give|share|include|elaborate|name|define)\b|^bitte\s+(?:nennen|beschreiben|erläutern|erklären|geben|listen|legen|bestätigen|benennen|fügen)(?!\p{L})|^(?:veuillez|merci d[e'’])\s*(?:décrire|préciser|indiquer|lister|expliquer|fournir|énumérer|confirmer|détailler|joindre|nommer)(?!\p{L})/iu;
const statementPattern =
  /^(?:(?:the|each|every|your)\s+)?(?:organi[sz]ation|company|vendor|supplier|respondent|service provider|provider|contractor)\s+(?:\w+ly\s+)?(?:shall|must|will|would|should|can|may|have|\w+(?:s|ed))\b|^our\s+(?:company|team|organi[sz]ation)\s+\S+|^we\s+(?:have|ensure|implement|maintain|perform|conduct|require|encrypt|use|provide|review|monitor|test|train)\b|^(?:der|die|das|unser|unsere)\s+(?:auftragnehmer(?:in)?|lieferant(?:in)?|anbieter(?:in)?|dienstleister(?:in)?|unternehmen|organisation|firma)\s+\p{Ll}+(?:t|en|at)(?!\p{L})|^(?:le|la|l['’]|notre)\s*(?:fournisseur|prestataire|entreprise|société|organisation|sous-traitant)\s+\p{Ll}+(?!\p{L})/iu;
const answerHint = /[([]\s*(?:please\s+)?(?:select|choose|check|tick|pick|mark)\b|[([]\s*(?:required|mandatory|obligatoire)\s*[)\]]/i;

/** @param text a cell or a line, without line breaks */
export function classify(text: string): ItemClass {
  const unlabeled = withoutLabel(text);
  if (isScoring(text) || isScoring(unlabeled)) return 'scoring';
  if (
    areUntickedChoices(text) ||
    (isTicked(text) && !hasQuestionMark(text)) ||
    [text, unlabeled].some((candidate) => placeholders.some((pattern) => pattern.test(candidate)))
  )
    return 'noise';
  const match = nonQuestions.find(([, pattern]) => pattern.test(text) || pattern.test(unlabeled));
  if (match && !(match[0] !== 'noise' && /[?？\u061f]\s*\*?$/.test(text))) return match[0];
  const beginsWithSymbol = /^[■●○]/u.test(text);
  if (isAsking(text, unlabeled) && !(beginsWithSymbol && text.split(' ').length < 4)) return 'answerable_item';
  return beginsWithSymbol || /[.!:;]$/.test(text) || unlabeled.split(' ').length > 10 ? 'noise' : 'section_header';
}

/** @returns whether the text lists at least two choices, each with its score after a colon or an equals sign: `(Yes: 0, No: 1)` */
function isScoring(text: string): boolean {
  const [firstPart = '', ...middleParts] = text
    .replace(/^\(/, '')
    .replace(/\)?\.?$/, '')
    .split(/[:=]/);
  const lastPart = middleParts.pop();
  return (
    lastPart !== undefined &&
    middleParts.length > 0 &&
    isChoiceName(firstPart) &&
    !firstPart.includes('?') &&
    /^\s*-?\d+(?:[.,]\d+)?%?$/.test(lastPart) &&
    middleParts.every((part) => {
      // Each middle part has the score of one choice and the name of the next.
      const name = /^\s*-?\d+(?:[.,]\d+)?%?\s*[,;/|](.*)$/.exec(part)?.[1];
      return name !== undefined && isChoiceName(name);
    })
  );
}

function isChoiceName(name: string): boolean {
  return name !== '' && name.length <= 40 && !/[()]/.test(name);
}

/** @returns whether the text asks for an answer (questionnaires, rule 3) */
function isAsking(text: string, unlabeled: string): boolean {
  return (
    hasQuestionMark(text) ||
    /^(?:question\s*|q\.?\s*)\d+/i.test(text) ||
    ((interrogativePattern.test(unlabeled) || foreignInterrogativePattern.test(unlabeled)) && unlabeled.includes(' ')) ||
    requestPattern.test(unlabeled) ||
    (/^\d+\.\d+(?:\.\d+)*[.)]?\s+\p{L}/u.test(text) && unlabeled.split(' ').length <= 8 && !/[.;]$/.test(text)) ||
    /\w\s*\*$/.test(text) ||
    answerHint.test(text) ||
    statementPattern.test(unlabeled)
  );
}

/** @returns whether the text is a statement about the answering company. After a question, such a statement is the answer */
export function isStatement(text: string): boolean {
  return statementPattern.test(text) && !hasQuestionMark(text);
}

/** @returns whether the text is a placeholder for an answer. A sentence of more than 6 words is not, even if it begins like one */
export function isPlaceholder(text: string): boolean {
  return text.split(' ').length <= 6 && placeholders.some((pattern) => pattern.test(text));
}

export function hasLabel(text: string): boolean {
  return withoutLabel(text) !== text;
}

/** @returns whether the text is only the customer's id of a question: `SQ14.3`, `1.2.4`, `7` */
export function isBareId(text: string): boolean {
  return /^[A-Z]{0,8}[-._ ]?\d+(?:[.-]\d+)*[a-z]?[.):]?$/.test(text) && text.length <= maxReferenceLength;
}

/** The maximum length of a customer's id. */
export const maxReferenceLength = 100;

/** @returns the customer's id before the words of a question, without separators; undefined if there is none */
export function referenceIn(question: string): string | undefined {
  const [, reference, separator = ''] =
    /^(?:\[[^\]]{1,60}\]\s*)?(?:question\s+)?\(?((?:[A-Z]{1,6}[-. ]?)?\d{1,9}(?:[.-]\d{1,9}){0,9}[a-z]?)(?:([.):]{1,2}\s|\s[-–:]\s)|\s(?=\s*\p{L}))/iu.exec(
      question,
    ) ?? [];
  // Years and quantities are not ids: "24 hours", "2026 revenue".
  return reference !== undefined && (/[.A-Z-]/i.test(reference) || separator !== '' || /^question\b/i.test(question))
    ? reference
    : undefined;
}

function withoutLabel(text: string): string {
  return text.replace(labelPattern, '');
}

/** @returns a key that is equal for duplicate questions (questionnaires, rule 6) */
export function duplicateKeyOf(question: string): string {
  return question
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\[[^\]]*\]\s*/, '')
    .replace(/^\(?\d+(?:\.\d+)*[.):]?\s+/, '');
}

/** The answering company, at the beginning of a statement. */
const subjectPattern =
  /^(?:(?:the|each|every|your)\s+)?(?:organi[sz]ation|company|vendor|supplier|respondent|service provider|provider|contractor)\s+(?:(?:shall|must|should|will)\s+)?(?=\p{Ll})/iu;

/** @returns the question without its number, label and addressee, as a search text */
export function topicOf(question: string): string {
  const text = question.replace(/^(?:question|q)\s*\d+(?:\.\d+)*\s*[.:)-]?\s*/i, '');
  // "TLS 1.2" is not a label.
  const unlabeled = /^[A-Z]{2,6} \d/.test(text) ? text : withoutLabel(text);
  return unlabeled.replace(subjectPattern, '');
}
