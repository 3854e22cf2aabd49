/** Decisions of the knowledge base, and of what answers take from it, without the database. */
import { describe, expect, test } from 'vitest';
import { requireDocumentKind, isViewable } from '#areas/assurance-to-customers/knowledge-base/rules/files';
import { passagesIn } from '#areas/assurance-to-customers/knowledge-base/rules/passages';
import { isSameQuestion } from '#areas/assurance-to-customers/questionnaires/rules/same-question';

describe('rule 6: passages', () => {
  const sentences = Array.from({ length: 400 }, (_, n) => `Sentence ${n} says a little about the care of machines.`);
  const contents = (text: string) => passagesIn([{ page: null, text }]).map(({ content }) => content);
  test.each([
    ['sentences', sentences.join(' ')],
    ['lines', sentences.join('\n')],
    ['words', Array.from({ length: 4000 }, (_, n) => `word${n}`).join(' ')],
    ['one word', Array.from({ length: 2500 }, (_, n) => `${n}`).join('_')],
  ])('have at most 2000 characters, begin with the end of the one before, and leave nothing out: %s', (_what, text) => {
    const all = contents(text);
    expect(all.length).toBeGreaterThan(4);
    let at = 0;
    for (const [index, content] of all.entries()) {
      expect(content.length).toBeLessThanOrEqual(2000);
      const found = text.indexOf(content, Math.max(0, at - 250));
      if (index > 0) {
        expect(found).toBeGreaterThanOrEqual(at - 201);
        expect(found).toBeLessThanOrEqual(at + 1);
      }
      at = found + content.length;
    }
    expect(text.slice(at).trim()).toBe('');
  });
  test('end with a sentence where one ends', () => {
    for (const content of contents(sentences.join(' ')).slice(0, -1)) expect(content).toMatch(/\.$/);
  });
  test('of a page never go beyond it, and there is none of white space', () => {
    const pages = [
      { page: 1, text: 'One.' },
      { page: 2, text: ' \n ' },
      { page: 3, text: 'Three.' },
    ];
    expect(passagesIn(pages)).toEqual([
      { page: 1, content: 'One.' },
      { page: 3, content: 'Three.' },
    ]);
  });
});

test('rules 3 and 4: what is read, and what is shown', () => {
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
  const asked = 'Do you encrypt backups of customer data at rest?';
  test.each([
    'do you encrypt backups of customer data at rest',
    '3.2 Do you encrypt backups of customer data at rest?',
    '[Backup] Do you encrypt backups of customer data at rest? ',
    'Please describe how you encrypt the backups of customer data at rest.',
  ])('is asked by %s', (other) => {
    expect(isSameQuestion(asked, other)).toBe(true);
    expect(isSameQuestion(other, asked)).toBe(true);
  });
  test.each([
    'Do you not encrypt backups of customer data at rest?',
    'Do you encrypt backups of customer data in transit?',
    'Do you encrypt backups?',
    'Do you encrypt backups of customer data at rest with keys that customers bring, and who holds them?',
    'Do you encrypt backups of customer data at rest within 30 days?',
    '?',
  ])('is not asked by %s', (other) => {
    expect(isSameQuestion(asked, other)).toBe(false);
    expect(isSameQuestion(other, asked)).toBe(false);
  });
});
