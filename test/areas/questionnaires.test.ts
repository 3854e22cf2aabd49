import { expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { add as addRisk } from '../support/risks.ts';
import { add, finished, table, upload } from '../support/questionnaires.ts';

const app = startApp();

test('x', async () => {
  const { call } = await app.caller();
  await addRisk(call, { title: 'Ransomware on employee laptops', description: 'A phishing mail leads to encrypted laptops; work stops until they are restored.', treatmentStrategy: { type: 'mitigate', description: 'Train everybody to spot phishing and test the restore every quarter. Laptops are replaced after four years.' } });
  const q = await add(call, table, { autoAnswer: true });
  console.log(JSON.stringify(q, null, 1));
  for (const format of ['xlsx', 'csv', 'pdf', 'zip']) { const e = await call('GET', `/v1/questionnaire/${q.id}/export?format=${format}`); console.log(e.status, e.headers.get('content-type'), e.headers.get('content-disposition'), e.headers.get('x-question-count'), e.bytes.length, format === 'csv' ? e.text : ''); }
  const r = await call('POST', '/v1/questionnaire/answers/export', { body: upload() });
  console.log(r.status, r.text, JSON.stringify(await finished(call, r.body.id)));
  const s = await call('GET', '/v1/questionnaire'); console.log(s.text.slice(0, 500));
  const a = await call('POST', '/v1/questionnaire/auto-answer', { body: { questionsAndAnswers: [{ question: 'Do you test the restore of backups?' }, { question: 'x?', answer: 'y' }] } });
  console.log(JSON.stringify(await finished(call, a.body.id)));
  expect((await call('GET', '/v1/audit-logs')).body.data.map((x: any) => `${x.description} ${JSON.stringify(x.data.changes)}`)).toEqual([]);
});
