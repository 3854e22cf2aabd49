/** Unit tests of the rules of the knowledge base and of comparing questions, without the database. */
import { describe, expect, test } from 'vitest';
import { requireDocumentKind, isViewable } from '#areas/assurance-to-customers/knowledge-base/rules/files';
import { splitIntoPassages } from '#areas/assurance-to-customers/knowledge-base/rules/passages';
import { isSameQuestion } from '#areas/assurance-to-customers/questionnaires/rules/same-question';

describe('rule 6: passages', () => {
  const sentences = Array.from({ length: 400 }, (_, n) => `Sentence ${n} says a little about the care of machines.`);
  const contents = (text: string) => splitIntoPassages([{ page: null, text }]).map(({ content }) => content);
  test.each([
    ['sentences', sentences.join(' ')],
    ['lines', sentences.join('\n')],
    ['words', Array.from({ length: 4000 }, (_, n) => `word${n}`).join(' ')],
    ['one word', Array.from({ length: 2500 }, (_, n) => `${n}`).join('_')],
  ])('have at most 2000 characters, overlap with the end of the previous passage, and omit no text: %s', (_case, text) => {
    const passages = contents(text);
    expect(passages.length).toBeGreaterThan(4);
    let previousEnd = 0;
    for (const [index, content] of passages.entries()) {
      expect(content.length).toBeLessThanOrEqual(2000);
      const start = text.indexOf(content, Math.max(0, previousEnd - 250));
      if (index > 0) {
        expect(start).toBeGreaterThanOrEqual(previousEnd - 201);
        expect(start).toBeLessThanOrEqual(previousEnd + 1);
      }
      previousEnd = start + content.length;
    }
    expect(text.slice(previousEnd).trim()).toBe('');
  });
  test('end at the end of a sentence when the text has sentences', () => {
    for (const content of contents(sentences.join(' ')).slice(0, -1)) expect(content).toMatch(/\.$/);
  });
  test('stay within one page, and blank pages have no passages', () => {
    const pages = [
      { page: 1, text: 'One.' },
      { page: 2, text: ' \n ' },
      { page: 3, text: 'Three.' },
    ];
    expect(splitIntoPassages(pages)).toEqual([
      { page: 1, content: 'One.' },
      { page: 3, content: 'Three.' },
    ]);
  });
});

test('rules 3 and 4: which file types can be read, and which can be viewed in a browser', () => {
  expect(requireDocumentKind('application/pdf')).toBe('pdf');
  expect(requireDocumentKind('text/markdown')).toBe('markdown');
  expect(requireDocumentKind('text/x-log')).toBe('text');
  expect(requireDocumentKind('application/vnd.ms-excel')).toMatchObject({
    status: 415,
    body: { code: 'old_office_format', format: 'XLSX' },
  });
  expect(requireDocumentKind('video/mp4')).toMatchObject({ status: 415, body: { code: 'document_type_not_readable' } });
  expect(['image/svg+xml', 'text/csv', 'application/zip', 'text/x-log'].map(isViewable)).toEqual([true, true, false, false]);
});

describe('the same question (questionnaires, rule 7)', () => {
  const question = 'Do you encrypt backups of customer data at rest?';
  test.each([
    'do you encrypt backups of customer data at rest',
    '3.2 Do you encrypt backups of customer data at rest?',
    '[Backup] Do you encrypt backups of customer data at rest? ',
    'Please describe how you encrypt the backups of customer data at rest.',
  ])('matches: %s', (otherQuestion) => {
    expect(isSameQuestion(question, otherQuestion)).toBe(true);
    expect(isSameQuestion(otherQuestion, question)).toBe(true);
  });
  test.each([
    'Do you not encrypt backups of customer data at rest?',
    'Do you encrypt backups of customer data in transit?',
    'Do you encrypt backups?',
    'Do you encrypt backups of customer data at rest with keys that customers bring, and who holds them?',
    'Do you encrypt backups of customer data at rest within 30 days?',
    '?',
  ])('does not match: %s', (otherQuestion) => {
    expect(isSameQuestion(question, otherQuestion)).toBe(false);
    expect(isSameQuestion(otherQuestion, question)).toBe(false);
  });
});
