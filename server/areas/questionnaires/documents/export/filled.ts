/** The workbook that a customer sent, with the answers in their cells (spec/areas/questionnaires, rule 16). */
import { readWorkbook } from '../../../../documents/extraction/workbook.ts';
import { Unusable } from '../../../../documents/extraction/unusable.ts';
import { type CellText, fillCells } from '../../../../documents/spreadsheets/fill.ts';
import { identityOf } from '../../rules/classes.ts';
import { extractorByRules } from '../../rules/extractor.ts';
import { findItems } from '../../rules/items.ts';
import { type Entry, storable } from './content.ts';

/** The heading of a column that is added for the answers. */
const heading = 'Answer';

/**
 * Fills the answers into every row with their question. A cell that the customer or somebody before has answered keeps its answer, unless
 * another one was written by hand.
 * @returns the workbook; undefined when its cells cannot be told any more, or it is too large to be changed
 */
export async function filledWorkbook(bytes: Uint8Array, entries: readonly Entry[]): Promise<Uint8Array | undefined> {
  const answers = new Map(entries.map((entry) => [identityOf(entry.question), entry]));
  try {
    const cells: CellText[] = [];
    for (const { question, places } of await findItems(readWorkbook(bytes), extractorByRules)) {
      const { answer = null, status } = answers.get(identityOf(question)) ?? {};
      if (answer === null) continue;
      for (const { sheet, row, column, asked, heading: headingRow, isFilled } of places) {
        if (isFilled && status !== 'manual') continue;
        cells.push({ sheet, row, column, text: storable(answer), like: asked });
        if (headingRow !== undefined) cells.push({ sheet, row: headingRow, column, text: heading, like: asked });
      }
    }
    return fillCells(bytes, cells);
  } catch (error) {
    if (error instanceof Unusable) return undefined;
    throw error;
  }
}
