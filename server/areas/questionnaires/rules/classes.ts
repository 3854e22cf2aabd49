/** What a piece of a questionnaire is: something to be answered, or what stands around it (spec/areas/questionnaires, rules 3–5). */
import { isOffer, isTicked } from './choices.ts';
import { hasQuestionMark } from './question-mark.ts';

export type ItemClass = 'answerable_item' | 'metadata' | 'section_header' | 'instruction' | 'guidance' | 'example' | 'scoring' | 'noise';

/** `[Access]`, `3.2`, `B.1)`, `a)`, `•`: what may stand before the words. */
const label = /^(?:\[[^\]]{1,60}\]\s*)?(?:[-–•▪●■○◦*·]\s+)?(?:\(?(?:[A-Z]{1,6}[-. ]?)?\d+(?:[.-]\d+)*[a-z]?[.):]?\s+|\(?[a-zA-Z][.)]\s+)?/;

/** What holds a place for an answer. */
const placeholders: readonly RegExp[] = [
  /^[[<(]?\s*(?:to be (?:completed|filled|provided|defined|confirmed)\b|t\.?b\.?[acd]\.? ?[\])>]?$|enter (?:text|your|an?|the|(?:response|answer)s? here)\b|click (?:here|or tap)|type (?:here|your)|insert\b|(?:please )?(?:select|choose|pick)(?: (?:an?|one|your|from|the)\b.*)?(?:\.{3}|…)? ?[\])>]?$|choose an item|your (?:answer|response)|(?:vendor|supplier|provider|respondent) to (?:answer|complete|respond)\b|à compléter|zu ergänzen|bitte auswählen)/i,
  /^(?:\[[^[\]]*\]|<[^<>]*>)$/,
  // Boxes to tick, and lines to write on.
  /^[☐☑☒□▢◯]/u,
  /^(?!\(?\d)[^?？\u061f]{0,60}?(?:_{3,}|\.{5,}|…{2,})/u,
];

/** What spec/areas/questionnaires, rules 4 and 5, say is no question, and what it is called. The first that fits counts. */
const others: readonly (readonly [ItemClass, RegExp])[] = [
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

// A word ends where no letter follows: `\b` knows none with an accent.
const interrogative =
  /^(?:(?:and|or|also|then)\s+)?(?:what|why|how|when|where|who|whom|whose|which|is|are|was|were|does|do|did|can|could|will|would|should|shall|may|have|has|if|list|describe|explain|provide|specify|identify|detail|outline|state|indicate|confirm|attach|upload|summari[sz]e|give|name (?:the|all|any|your)|at (?:what|which)|(?:in|within|under|for|to|by|from|on|with) (?:what|which|whom))(?!\p{L})/iu;
/** German and French, where a word that begins a question seldom begins anything else. */
const foreign =
  /^(?:wer|wem|wen|was|wie|wieviele?|wo|wohin|woher|wann|warum|weshalb|welche[rsmn]?|inwiefern|inwieweit|(?:gibt|existiert|besteht|liegt|erfolgt|wird|ist|hat|verfügt|kann|werden|sind|haben|existieren|bestehen|können|verfügen)\s(?=.*[?？\u061f])|(?:nennen|beschreiben|erläutern|erklären|geben|listen|legen|führen|bestätigen|benennen|skizzieren|fügen) sie|qui|que|quoi|quel(?:le)?s?|comment|où|quand|pourquoi|combien|est-ce|existe-t-il|décri(?:vez|re)|précise[rz]|indique[rz]|liste[rz]|explique[rz]|fourni(?:ssez|r)|énumére[rz]|confirme[rz]|détaille[rz]|joignez|à quelle?s? |dans quel)(?!\p{L})/iu;
const request =
  /^(?:please|kindly)\s+(?:also\s+)?(?:list|describe|explain|provide|specify|identify|detail|outline|state|indicate|confirm|attach|upload|summari[sz]e|give|share|include|elaborate|name|define)\b|^bitte\s+(?:nennen|beschreiben|erläutern|erklären|geben|listen|legen|bestätigen|benennen|fügen)(?!\p{L})|^(?:veuillez|merci d[e'’])\s*(?:décrire|préciser|indiquer|lister|expliquer|fournir|énumérer|confirmer|détailler|joindre|nommer)(?!\p{L})/iu;
const statement =
  /^(?:(?:the|each|every|your)\s+)?(?:organi[sz]ation|company|vendor|supplier|respondent|service provider|provider|contractor)\s+(?:\w+ly\s+)?(?:shall|must|will|would|should|can|may|have|\w+(?:s|ed))\b|^our\s+(?:company|team|organi[sz]ation)\s+\S+|^we\s+(?:have|ensure|implement|maintain|perform|conduct|require|encrypt|use|provide|review|monitor|test|train)\b|^(?:der|die|das|unser|unsere)\s+(?:auftragnehmer(?:in)?|lieferant(?:in)?|anbieter(?:in)?|dienstleister(?:in)?|unternehmen|organisation|firma)\s+\p{Ll}+(?:t|en|at)(?!\p{L})|^(?:le|la|l['’]|notre)\s*(?:fournisseur|prestataire|entreprise|société|organisation|sous-traitant)\s+\p{Ll}+(?!\p{L})/iu;
const note = /[([]\s*(?:please\s+)?(?:select|choose|check|tick|pick|mark)\b|[([]\s*(?:required|mandatory|obligatoire)\s*[)\]]/i;

/** @param text a cell or a line, without breaks */
export function classify(text: string): ItemClass {
  const bare = withoutLabel(text);
  if (isScoring(text) || isScoring(bare)) return 'scoring';
  if (
    isOffer(text) ||
    (isTicked(text) && !hasQuestionMark(text)) ||
    [text, bare].some((one) => placeholders.some((form) => form.test(one)))
  )
    return 'noise';
  const other = others.find(([, form]) => form.test(text) || form.test(bare));
  if (other && !(other[0] !== 'noise' && /[?？\u061f]\s*\*?$/.test(text))) return other[0];
  const isChoice = /^[■●○]/u.test(text);
  if (isAsking(text, bare) && !(isChoice && text.split(' ').length < 4)) return 'answerable_item';
  return isChoice || /[.!:;]$/.test(text) || bare.split(' ').length > 10 ? 'noise' : 'section_header';
}

/** `(Yes: 0, No: 1)`: two choices at least, each with its number behind a colon or an equals sign. */
function isScoring(text: string): boolean {
  const [first = '', ...rest] = text
    .replace(/^\(/, '')
    .replace(/\)?\.?$/, '')
    .split(/[:=]/);
  const last = rest.pop();
  return (
    last !== undefined &&
    rest.length > 0 &&
    isChoice(first) &&
    !first.includes('?') &&
    /^\s*-?\d+(?:[.,]\d+)?%?$/.test(last) &&
    rest.every((piece) => {
      // A number, and the name of the next choice.
      const name = /^\s*-?\d+(?:[.,]\d+)?%?\s*[,;/|](.*)$/.exec(piece)?.[1];
      return name !== undefined && isChoice(name);
    })
  );
}

function isChoice(name: string): boolean {
  return name !== '' && name.length <= 40 && !/[()]/.test(name);
}

/** See spec/areas/questionnaires, rule 3. */
function isAsking(text: string, bare: string): boolean {
  return (
    hasQuestionMark(text) ||
    /^(?:question\s*|q\.?\s*)\d+/i.test(text) ||
    ((interrogative.test(bare) || foreign.test(bare)) && bare.includes(' ')) ||
    request.test(bare) ||
    (/^\d+\.\d+(?:\.\d+)*[.)]?\s+\p{L}/u.test(text) && bare.split(' ').length <= 8 && !/[.;]$/.test(text)) ||
    /\w\s*\*$/.test(text) ||
    note.test(text) ||
    statement.test(bare)
  );
}

/** A statement of the one who answers: after a question it is the answer. */
export function isStatement(text: string): boolean {
  return statement.test(text) && !hasQuestionMark(text);
}

/** Whether it holds the place of an answer: a sentence that begins with the same words is longer. */
export function isPlaceholder(text: string): boolean {
  return text.split(' ').length <= 6 && placeholders.some((form) => form.test(text));
}

export function hasLabel(text: string): boolean {
  return withoutLabel(text) !== text;
}

/** `SQ14.3`, `1.2.4`, `7`: the customer's own id of a question, without anything else. */
export function isBareId(text: string): boolean {
  return /^[A-Z]{0,8}[-._ ]?\d+(?:[.-]\d+)*[a-z]?[.):]?$/.test(text) && text.length <= longestReference;
}

/** No id of a customer is longer. */
export const longestReference = 100;

/** @returns the id that stands before the words of a question, without what sets it off; undefined for none */
export function referenceIn(question: string): string | undefined {
  const [, reference, after = ''] =
    /^(?:\[[^\]]{1,60}\]\s*)?(?:question\s+)?\(?((?:[A-Z]{1,6}[-. ]?)?\d{1,9}(?:[.-]\d{1,9}){0,9}[a-z]?)(?:([.):]{1,2}\s|\s[-–:]\s)|\s(?=\s*\p{L}))/iu.exec(
      question,
    ) ?? [];
  // Years and numbers of things are not ids: "24 hours", "2026 revenue".
  return reference !== undefined && (/[.A-Z-]/i.test(reference) || after !== '' || /^question\b/i.test(question)) ? reference : undefined;
}

function withoutLabel(text: string): string {
  return text.replace(label, '');
}

/** What two items must have in common to be one (spec/areas/questionnaires, rule 6). */
export function identityOf(question: string): string {
  return question
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\[[^\]]*\]\s*/, '')
    .replace(/^\(?\d+(?:\.\d+)*[.):]?\s+/, '');
}

/** Whoever answers, at the beginning of a statement. */
const subject =
  /^(?:(?:the|each|every|your)\s+)?(?:organi[sz]ation|company|vendor|supplier|respondent|service provider|provider|contractor)\s+(?:(?:shall|must|should|will)\s+)?(?=\p{Ll})/iu;

/** The question without number and label, and without who is asked, for finding what it is about. */
export function aboutOf(question: string): string {
  const text = question.replace(/^(?:question|q)\s*\d+(?:\.\d+)*\s*[.:)-]?\s*/i, '');
  // "TLS 1.2" is no label.
  const bare = /^[A-Z]{2,6} \d/.test(text) ? text : withoutLabel(text);
  return bare.replace(subject, '');
}
