/** What the columns of a table hold, by the words above them, in English, French and German (spec/areas/questionnaires, rule 2). */
import { areTickColumns, isChoice } from './choices.ts';
import { hasQuestionMark } from './question-mark.ts';

/** The last two are shown as `Cell`: what stands there is told otherwise. */
export type Role = 'Question' | 'Response' | 'Comment' | 'Guidance' | 'Example' | 'Id' | 'Section';

interface Heading {
  readonly role: Role;
  /** A word that leads a column of questions only where no better one does: "Control" beside "Question" does not. */
  readonly weak: boolean;
}

/** A heading is short; a question that has a word of one is longer. */
const mostWords = 7;

const words = {
  id: /(?:^|[\s/])(?:ids?|no|nos|nr|n°|num|numbers?|#|ref|refs|references?|réf|référence|kennung|ziffer|numéro)\.?$|^#$|^lfd\.? nr\.?$/iu,
  // What a column measures is neither asked nor answered.
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

/** @returns what a heading says of its column; undefined for what is none, or says nothing that counts here */
export function headingOf(cell: string): Heading | undefined {
  const text = cell.trim();
  const bare = withoutBrackets(text)
    .replace(/(?<![\s:*?？\u061f])[\s:*?？\u061f]+$/, '')
    .trim();
  if (text === '' || text.length > 80 || bare.split(/\s+/).length > mostWords) return undefined;
  // A question is no heading, but "In place?" is one.
  if (hasQuestionMark(text) && bare.split(/\s+/).length > 3) return undefined;
  const heading = (role: Role, weak = false) => ({ role, weak });
  if (words.id.test(bare)) return heading('Id');
  if (words.guidance.test(bare)) return heading('Guidance');
  if (words.example.test(bare)) return heading('Example');
  if (words.measure.test(bare) && !words.answer.test(bare)) return undefined;
  if (words.section.test(bare)) return heading('Section');
  if (words.answer.test(bare) && !/\boptions?$/i.test(bare)) return heading('Response');
  if (words.comment.test(bare)) return heading('Comment');
  if (words.met.test(bare) || (words.met.test(text) && !words.question.test(bare))) return heading('Response');
  if (words.question.test(bare)) return heading('Question');
  return words.named.test(bare) ? heading('Question', true) : undefined;
}

/** @returns what the headings of a table say of its columns; those to tick are columns of answers, "No" among them */
export function headingsOf(cells: readonly string[]): (Heading | undefined)[] {
  const toTick = areTickColumns(cells);
  return cells.map((cell) => (toTick && isChoice(cell) ? { role: 'Response', weak: false } : headingOf(cell)));
}

/** "Compliant (Y/N)" is "Compliant". */
function withoutBrackets(text: string): string {
  return text.replace(/[([][^()[\]]*[)\]]/g, ' ').replace(/ {2,}/g, ' ');
}

/** Whether a column of answers takes a word only: then what explains it belongs beside it. */
export function takesWordOnly(heading: string): boolean {
  return isChoice(heading) || (words.met.test(heading) && !words.answer.test(withoutBrackets(heading)));
}

/** @returns whether these cells are the headings of a table of questions: at least two that name what is asked, answered or remarked, or one with ids */
export function areHeadings(cells: readonly string[]): boolean {
  const roles = new Set(headingsOf(cells).flatMap((heading) => heading?.role ?? []));
  const asks = roles.has('Question') || roles.has('Response');
  const spoken = (['Question', 'Response', 'Comment', 'Guidance'] as const).filter((role) => roles.has(role)).length;
  // A row with an id, or with a sentence, is one of the table itself.
  const isPlain = cells.every((cell) => cell.length <= 80 && !/\d{1,9}[.-]\d|^\d+[.)]?$/.test(withoutBrackets(cell).trim()));
  return asks && isPlain && (spoken >= 2 || roles.has('Id'));
}
