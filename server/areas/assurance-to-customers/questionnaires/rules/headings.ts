/** Recognizes the roles of table columns by their headings, in English, French and German (questionnaires, rule 2). */
import { areTickColumns, isChoice } from './choices.ts';
import { hasQuestionMark } from './question-mark.ts';

/** Parts with one of the last two roles are labeled `Cell`, because the fields `reference` and `section` carry their content. */
export type Role = 'Question' | 'Response' | 'Comment' | 'Guidance' | 'Example' | 'Id' | 'Section';

interface Heading {
  readonly role: Role;
  /** Whether the column contains questions only if no better heading exists: a "Control" column next to a "Question" column does not. */
  readonly isFallback: boolean;
}

/** Headings have at most this many words. A question that contains the same words is longer. */
const maxWords = 7;

const words = {
  id: /(?:^|[\s/])(?:ids?|no|nos|nr|n°|num|numbers?|#|ref|refs|references?|réf|référence|kennung|ziffer|numéro)\.?$|^#$|^lfd\.? nr\.?$/iu,
  // A column of scores, types, owners or dates contains neither questions nor answers.
  measure:
    /(?:^|\s)(?:types?|options?|weight(?:s|ing)?|scores?|scoring|points?|formats?|status|maturity|priority|owners?|responsibility|dates?)$/iu,
  section:
    /(?:^|\s)(?:sections?|domains?|categor(?:y|ies)|topics?|chapters?|modules?|subjects?|areas?|bereich|thema|kapitel|kategorie|themengebiet|domaine|thème|chapitre|rubrique|catégorie)(?: (?:titles?|names?))?$/iu,
  guidance:
    /(?<!\p{L})(?:guidance|guidelines?|instructions?|help|tips?|hints?|consignes?|aide|hinweise?|hilfe|ausfüllhinweise?)(?!\p{L})/iu,
  example: /(?<!\p{L})(?:examples?|samples?|exemples?|beispiele?)(?!\p{L})/iu,
  answer:
    /(?<!\p{L})(?:responses?|answers?|repl(?:y|ies)|réponses?|reponses?|antwort(?:en)?|beschreibung der umsetzung|umsetzungsbeschreibung)(?!\p{L})/iu,
  met: /(?<!\p{L})(?:compliant|compliance|compl(?:y|ies|ied)|implemented|fulfilled|satisfied|achieved|in place|(?:requirement|control)?\s?met|yes ?\/ ?no|y ?\/ ?n|conformes?|conformité|en place|oui ?\/ ?non|o ?\/ ?n|erfüllt|umgesetzt|vorhanden|konform(?:ität)?|ja ?\/ ?nein|j ?\/ ?n)(?!\p{L})/iu,
  comment:
    /(?<!\p{L})(?:comments?|remarks?|notes?|explanations?|attachments?|evidence|details?|further information|additional information|implementation description|justifications?|commentaires?|remarques?|observations?|précisions?|preuves?|pièces? jointes?|pieces? jointes?|bemerkung(?:en)?|kommentare?|anmerkung(?:en)?|erläuterung(?:en)?|nachweise?)(?!\p{L})/iu,
  question:
    /(?<!\p{L})(?:questions?|requirements?|statements?|quer(?:y|ies)|exigences?|demandes?|(?:kontroll|prüf|sicherheits)?fragen?|anforderung(?:en)?)(?!\p{L})/iu,
  named:
    /(?:^|\s)(?:controls?|safeguards?|measures?|items?|criteri(?:a|on)|specifications?|descriptions?|contrôles?|mesures?|critères?|kontrollen?|maßnahmen?|prüfpunkte?|kriteri(?:um|en)|beschreibung)$/iu,
} as const;

/** @returns the role of a column by its heading; undefined if the text is not a heading, or is of another kind of column */
export function headingOf(cell: string): Heading | undefined {
  const text = cell.trim();
  const plainText = withoutBrackets(text)
    .replace(/(?<![\s:*?？\u061f])[\s:*?？\u061f]+$/, '')
    .trim();
  if (text === '' || text.length > 80 || plainText.split(/\s+/).length > maxWords) return undefined;
  // A question is not a heading, but "In place?" is one.
  if (hasQuestionMark(text) && plainText.split(/\s+/).length > 3) return undefined;
  const heading = (role: Role, isFallback = false) => ({ role, isFallback });
  if (words.id.test(plainText)) return heading('Id');
  if (words.guidance.test(plainText)) return heading('Guidance');
  if (words.example.test(plainText)) return heading('Example');
  if (words.measure.test(plainText) && !words.answer.test(plainText)) return undefined;
  if (words.section.test(plainText)) return heading('Section');
  if (words.answer.test(plainText) && !/\boptions?$/i.test(plainText)) return heading('Response');
  if (words.comment.test(plainText)) return heading('Comment');
  if (words.met.test(plainText) || (words.met.test(text) && !words.question.test(plainText))) return heading('Response');
  if (words.question.test(plainText)) return heading('Question');
  return words.named.test(plainText) ? heading('Question', true) : undefined;
}

/** @returns the roles of the columns of a table; tick-box columns contain answers, even the column "No" */
export function headingsOf(cells: readonly string[]): (Heading | undefined)[] {
  const areTickBoxes = areTickColumns(cells);
  return cells.map((cell) => (areTickBoxes && isChoice(cell) ? { role: 'Response', isFallback: false } : headingOf(cell)));
}

/** Removes texts in brackets: "Compliant (Y/N)" becomes "Compliant". */
function withoutBrackets(text: string): string {
  return text.replace(/[([][^()[\]]*[)\]]/g, ' ').replace(/ {2,}/g, ' ');
}

/** @returns whether answers in a column with this heading are only a word, so that explanations belong in another column */
export function takesWordOnly(heading: string): boolean {
  return isChoice(heading) || (words.met.test(heading) && !words.answer.test(withoutBrackets(heading)));
}

/** @returns whether the cells are headings, one for questions or answers, and another for these or for comments, guidance or ids */
export function areHeadings(cells: readonly string[]): boolean {
  const roles = new Set(headingsOf(cells).flatMap((heading) => heading?.role ?? []));
  const hasQuestionsOrAnswers = roles.has('Question') || roles.has('Response');
  const roleCount = (['Question', 'Response', 'Comment', 'Guidance'] as const).filter((role) => roles.has(role)).length;
  // A row that contains an id or a sentence is a row of data.
  const isPlain = cells.every((cell) => cell.length <= 80 && !/\d{1,9}[.-]\d|^\d+[.)]?$/.test(withoutBrackets(cell).trim()));
  return hasQuestionsOrAnswers && isPlain && (roleCount >= 2 || roles.has('Id'));
}
