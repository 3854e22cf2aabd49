/** Fills answers into the cells of the workbook that a customer sent (questionnaires, rule 16). */
import { readWorkbook } from '#documents/extraction/workbook';
import { UnusableFile } from '#documents/extraction/unusable';
import { type CellText, fillCells } from '#documents/spreadsheets/fill';
import { duplicateKeyOf } from '../../rules/classes.ts';
import { heuristicExtractor } from '../../rules/extractor.ts';
import { findItems } from '../../rules/items.ts';
import { type Entry, withoutInvalidXml } from './content.ts';

/** The heading of a column that is added for answers. */
const answerHeading = 'Answer';

/**
 * Fills the answer into every row that has its question. Answers already in the workbook are only replaced by answers written by hand.
 * @returns the workbook; undefined if its cells can no longer be located, or if it is too large to change
 */
export async function fillWorkbook(bytes: Uint8Array, entries: readonly Entry[]): Promise<Uint8Array | undefined> {
  const entriesByQuestion = new Map(entries.map((entry) => [duplicateKeyOf(entry.question), entry]));
  try {
    const cells: CellText[] = [];
    for (const { question, places } of await findItems(readWorkbook(bytes), heuristicExtractor)) {
      const { answer = null, status } = entriesByQuestion.get(duplicateKeyOf(question)) ?? {};
      if (answer === null) continue;
      for (const { sheet, row, column, questionColumn, headingRow, isFilled } of places) {
        if (isFilled && status !== 'manual') continue;
        cells.push({ sheet, row, column, text: withoutInvalidXml(answer), styleColumn: questionColumn });
        if (headingRow !== undefined) cells.push({ sheet, row: headingRow, column, text: answerHeading, styleColumn: questionColumn });
      }
    }
    return fillCells(bytes, cells);
  } catch (error) {
    if (error instanceof UnusableFile) return undefined;
    throw error;
  }
}
