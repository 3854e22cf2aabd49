/** Questions that name a requirement are answered from the controls mapped to the requirement (questionnaires, rule 18). */
import { expect, test } from 'vitest';
import { topicWithRequirements, findRequirementIds } from '#areas/assurance-to-customers/questionnaires/rules/requirements';
import { type Caller, startApp } from '../../support/app.ts';
import { adopt, frameworkId } from '../../support/frameworks.ts';
import { within } from '../../support/organization.ts';
import { iso } from '../../support/soa.ts';

const app = startApp();
const ask = async (call: Caller['call'], question: string) =>
  (await call('POST', '/v1/questionnaire/answers', { body: { question } })).body;

test('a question that names a requirement is answered from its implemented controls, if its framework is adopted (rule 18)', async () => {
  const { call, organization } = await app.caller();
  await adopt(call, iso);
  const question = 'How do you comply with ISO 27001 control A.8.13?';
  const sourcesOf = async (text: string) => (await ask(call, text)).sources.map(({ sourceType }: { sourceType: string }) => sourceType);
  expect(await sourcesOf(question)).not.toContain('control');
  await within(app.database, organization.id, async (db) => {
    await db.updateTable('policy').set({ status: 'published' }).execute();
    await db.updateTable('task').set({ status: 'done' }).execute();
  });
  const { answer, sources } = await ask(call, question);
  expect(answer).toMatch(/backup|backed up|cop(?:y|ies)|restor/i);
  const [control] = sources.filter(({ sourceType }: { sourceType: string }) => sourceType === 'control');
  const mappedControl = (await call('GET', `/v1/controls/${control.sourceId}`)).body;
  expect(JSON.stringify(mappedControl)).toContain('A.8.13');
  expect(await ask(call, 'How do you comply with SOC 2 CC7.5?')).toMatchObject({ answer: null, sources: [] });
});
test('an identifier that several frameworks share refers to Annex A of ISO 27001 (rule 18)', async () => {
  const { call, organization } = await app.caller();
  await adopt(call, frameworkId('iso42001'));
  await within(app.database, organization.id, async (db) => {
    await db.updateTable('policy').set({ status: 'published' }).execute();
    await db.updateTable('task').set({ status: 'done' }).execute();
  });
  expect(await ask(call, 'How do you comply with A.8.2?')).toMatchObject({ answer: null, sources: [] });
});
test.each([
  ['Do you meet A.8.13 and A.5.7 of ISO 27001?', ['A.8.13', 'A.5.7']],
  ['SOC 2 CC6.1, PI1.2, A1.2 and P4.2', ['CC6.1', 'PI1.2', 'A1.2', 'P4.2']],
  ['GDPR Article 32(2) and Art 30', ['Art. 32(2)', 'Art. 30']],
  ['164.308(a)(3)(ii)(B)', ['164.308(a)(3)(ii)(B)']],
  ['Question 1.2.4 of 30: do you use TLS 1.2 and AES-256?', []],
  ['A.8.131, A.9.1.1, XA.8.13', []],
])('%s names %j', (question, identifiers) => {
  expect(findRequirementIds(question)).toEqual(identifiers);
});
test('the topic of a question consists of the names of its requirements only if the question has no topic of its own', () => {
  expect(topicWithRequirements('How do you comply with ISO/IEC 27001:2022 A.8.13?', ['Backups'])).toBe('Backups');
  expect(topicWithRequirements('A.8.13: is malware removed?', ['Backups'])).toContain('malware');
  expect(topicWithRequirements('How do you comply with A.8.13?', [])).toBe('How do you comply with A.8.13?');
});
