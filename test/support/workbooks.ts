/** Workbooks that are uploaded and exported as questionnaires. */
import { strFromU8, unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import { expect } from 'vitest';
import type { startApp } from './app.ts';
import { types } from './documents.ts';
import { add } from './questionnaires.ts';

/** The name of each sheet and the values of its cells. */
export async function dataOf(bytes: Uint8Array) {
  return (await readXlsxFile(Buffer.from(bytes))).map(({ sheet, data }) => [sheet, data]);
}

/** The first sheet as XML. */
export function sheetIn(bytes: Uint8Array): string {
  return strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
}

/** @returns a function that uploads a workbook, writes manual answers, and exports it, each time in a fresh organization */
export function filling(app: ReturnType<typeof startApp>) {
  return async (content: Uint8Array, answers: Readonly<Record<number, string>>, fields: object = {}) => {
    const { call } = await app.caller();
    const made = await add(call, content, { fileName: 'Review.xlsx', fileType: types.xlsx, ...fields });
    for (const [index, answer] of Object.entries(answers)) {
      const written = await call('PUT', `/v1/questionnaire/${made.id}/answers/${index}`, { body: { answer, status: 'manual' } });
      expect(written).toMatchObject({ status: 200 });
    }
    const exported = await call('GET', `/v1/questionnaire/${made.id}/export`);
    expect(exported, exported.text).toMatchObject({ status: 200 });
    return { call, made, exported };
  };
}
