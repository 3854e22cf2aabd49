/** Workbooks that are uploaded and exported as questionnaires. */
import { strFromU8, unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import { expect } from 'vitest';
import type { startApp } from './app.ts';
import { types } from './documents.ts';
import { add } from './questionnaires.ts';

/** @returns the name of each sheet and the values of its cells */
export async function sheetValuesOf(bytes: Uint8Array) {
  return (await readXlsxFile(Buffer.from(bytes))).map(({ sheet, data }) => [sheet, data]);
}

/** @returns the first sheet as XML */
export function firstSheetXml(bytes: Uint8Array): string {
  return strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
}

/** @returns a function that uploads a workbook, writes manual answers, and exports it, each time in a fresh organization */
export function createWorkbookExporter(app: ReturnType<typeof startApp>) {
  return async (content: Uint8Array, answers: Readonly<Record<number, string>>, fields: object = {}) => {
    const { call } = await app.caller();
    const uploadedQuestionnaire = await add(call, content, { fileName: 'Review.xlsx', fileType: types.xlsx, ...fields });
    for (const [index, answer] of Object.entries(answers)) {
      const updateAnswer = await call('PUT', `/v1/questionnaire/${uploadedQuestionnaire.id}/answers/${index}`, {
        body: { answer, status: 'manual' },
      });
      expect(updateAnswer).toMatchObject({ status: 200 });
    }
    const exportAnswer = await call('GET', `/v1/questionnaire/${uploadedQuestionnaire.id}/export`);
    expect(exportAnswer, exportAnswer.text).toMatchObject({ status: 200 });
    return { call, made: uploadedQuestionnaire, exported: exportAnswer };
  };
}
