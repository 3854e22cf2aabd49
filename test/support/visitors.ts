/** An organization with internal and released records of each kind, and visitors who send it a questionnaire. */
import { strFromU8, unzipSync } from 'fflate';
import { extractText } from 'unpdf';
import { expect } from 'vitest';
import type { Caller, startApp } from './app.ts';
import { add } from './risks.ts';
import { waitForWork } from './runs.ts';
import { insertGrant, linkTokenOf, publishPortal, signedVisitor } from './trust-access.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

export const internalTexts = {
  tapes: 'vault 9913 below the harbor',
  phone: '+1 555 0147',
  finding: 'unauthenticated export endpoint',
  risk: 'ledger tampering',
};
export const questions = {
  tapes: 'Where are the spare tapes of the backup server?',
  phone: 'What is the private phone number of the on-call engineer?',
  finding: 'Which findings of the last penetration test are open?',
  nda: 'How often are glacier archives restored?',
  public: 'Are albatross sessions recorded?',
};
export const releasedTexts = { nda: 'Glacier archives are restored every quarter.', public: 'Albatross sessions are always recorded.' };

/** Sends a change with a key, or in a session if it sets an audience, which requires a person. */
export async function sendChange({ call, inPerson }: Pick<Caller, 'call' | 'inPerson'>, method: string, path: string, body: object) {
  const answer = await ('audience' in body ? inPerson : call)(method, path, { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

const text = (words: string) => [{ type: 'paragraph', content: [{ type: 'text', text: words }] }];
export const policyOf = (words: string, otherFields: object = {}) => ({
  name: words.split(' ', 2).join(' '),
  content: text(words),
  status: 'published',
  ...otherFields,
});

export const accessPath = (token: string, path: string) => `/v1/trust-access/access/${token}${path}`;

export function visitorsOf(app: ReturnType<typeof startApp>) {
  /** Creates internal material of each kind, and one record for each of the other audiences. */
  async function setUp(settings: object = {}) {
    const caller = await app.caller();
    const address = await publishPortal({ ...caller, call: caller.inPerson }, { contactEmail: 'trust@example.com', ...settings });
    const document = (fileName: string, words: string) =>
      sendChange(caller, 'POST', '/v1/knowledge-base/documents', { fileName, fileType: 'text/plain', fileData: base64(words) });
    const runbook = await document('Runbook.txt', `The spare tapes of the backup server are in ${internalTexts.tapes}.`);
    await document('Penetration test.txt', `The open finding of the last penetration test is the ${internalTexts.finding}.`);
    const phone = `The private phone number of the on-call engineer is ${internalTexts.phone}.`;
    await sendChange(caller, 'POST', '/v1/context', { question: questions.phone, answer: phone });
    await sendChange(caller, 'POST', '/v1/knowledge-base/manual-answers', { question: questions.phone, answer: phone });
    await sendChange(
      caller,
      'POST',
      '/v1/policies',
      policyOf(`Backup tapes. The spare tapes of the backup server are in ${internalTexts.tapes}.`),
    );
    await add(caller.call, { title: 'Open findings of the penetration test', description: `Which are open: ${internalTexts.risk}.` });
    const nda = await sendChange(caller, 'POST', '/v1/context', { question: questions.nda, answer: releasedTexts.nda, audience: 'nda' });
    await sendChange(caller, 'POST', '/v1/knowledge-base/manual-answers', {
      question: questions.public,
      answer: releasedTexts.public,
      audience: 'public',
    });
    await waitForWork(app.database, caller.organization.id);
    return { ...caller, address, runbook, nda };
  }
  type Prepared = Awaited<ReturnType<typeof setUp>>;

  const visitor = (caller: Prepared) => signedVisitor(app, caller, caller.address, 'ines@harbor.example.com');
  async function visitorWithoutNda({ organization }: Prepared) {
    const token = linkTokenOf(organization.id, 'access');
    await insertGrant(app.database, organization.id, token);
    return token;
  }

  /** Sends a CSV with all questions. @returns the id of the run */
  async function send({ organization }: Prepared, token: string): Promise<string> {
    const fileData = base64(`Question\n${Object.values(questions).join('\n')}\n`);
    const sendAnswer = await app.call('POST', accessPath(token, '/questionnaire'), {
      body: { fileName: 'questions.csv', fileType: 'text/csv', fileData },
    });
    expect(sendAnswer.status, sendAnswer.text).toBe(202);
    await waitForWork(app.database, organization.id);
    return sendAnswer.body.id;
  }
  const answersOf = async (token: string, run: string) => (await app.call('GET', accessPath(token, `/questionnaire/${run}/answers`))).body;
  async function readFirstWaiting({ call }: Pick<Caller, 'call'>) {
    const { body } = await call('GET', '/v1/trust-access/admin/questionnaires?status=waiting');
    return (await call('GET', `/v1/trust-access/admin/questionnaires/${body.data[0].id}`)).body;
  }
  /** @returns the file with this extension in the archive that the visitor gets */
  async function unpackFile(link: string, extension: string): Promise<Uint8Array> {
    const bytes = new Uint8Array(await (await fetch(link.replace(/^https?:\/\/[^/]+/, app.base))).arrayBuffer());
    const files = unzipSync(bytes);
    return files[Object.keys(files).find((name) => name.endsWith(extension)) ?? ''] ?? new Uint8Array();
  }
  /** @returns the CSV file with questions and answers that the visitor gets */
  const fetchAnswers = async (link: string) => strFromU8(await unpackFile(link, '.csv'));
  const pdfText = async (link: string) => (await extractText(await unpackFile(link, '.pdf'), { mergePages: true })).text;
  return { setUp, visitor, visitorWithoutNda, send, answersOf, waiting: readFirstWaiting, fetched: fetchAnswers, pdfText };
}
