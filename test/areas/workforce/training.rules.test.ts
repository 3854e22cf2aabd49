/** Unit tests of training modules and certificates. */
import { describe, expect, test } from 'vitest';
import { toContractVideo } from '#areas/workforce/training/rules/catalog';
import { attachmentNameOf, certificateOf, cleanText, downloadNameOf } from '#areas/workforce/training/rules/certificate';
import { modules } from '#domain/people/training/modules';

const completion = (id: string, videoId: 'sat-1' | 'sat-2' | 'sat-3' | 'sat-4' | 'sat-5', completedAt: string | null) => ({
  id,
  memberId: 'mem_1',
  videoId,
  completedAt,
});

describe('certificates (rule 8)', () => {
  test('lose invisible characters and typographic marks', () => {
    expect(cleanText(' A\u202eda\u200b \u201cQuill\u201d\n\u2013 Marsh\u2026 ')).toBe('Ada "Quill" - Marsh...');
  });
  test('use default names for empty names, and file names made of the name of the member', () => {
    const completions = (['sat-1', 'sat-2', 'sat-3', 'sat-4', 'sat-5'] as const).map((id, index) =>
      completion(`evc_${index}`, id, `2026-03-1${index === 1 ? 9 : index}T00:00:00.000Z`),
    );
    const certificate = certificateOf('general', { member: '\u200b', email: '', organization: ' ' }, completions);
    expect(certificate).toMatchObject({
      member: 'Team Member',
      organization: 'Organization',
      number: 'evc_1',
      completedAt: '2026-03-19T00:00:00.000Z',
    });
    expect(certificateOf('general', { member: 'Ada', email: '', organization: 'Q' }, completions.slice(1))).toBeUndefined();
    expect(downloadNameOf({ program: 'general', member: 'Ада' })).toBe('training-certificate-team-member.pdf');
    expect(downloadNameOf({ program: 'hipaa', member: "Zoë O'Neil" })).toBe('hipaa-training-certificate-zoe-o-neil.pdf');
    expect(attachmentNameOf({ program: 'hipaa', member: 'Ada' })).toBe('hipaa-training-certificate-ada.pdf');
  });
});

test('a module with a recording is a video without sections (rule 11)', () => {
  const media = { urlOf: (id: string) => (id === 'sat-1' ? 'https://media.example.com/sat-1.mp4' : undefined) };
  const videos = modules.map((module) => toContractVideo(module, true, media));
  expect(videos[0]).toMatchObject({ format: 'video', url: 'https://media.example.com/sat-1.mp4', sections: [] });
  expect(videos[1]).toMatchObject({ format: 'document', url: null, available: true });
});

test('the choices of a question differ, and correct choices have different positions (rule 1)', () => {
  const questions = modules.flatMap((module) => module.questions);
  for (const { choices } of questions) expect(new Set(choices).size).toBe(choices.length);
  expect(new Set(questions.map(({ correctChoice }) => correctChoice)).size).toBe(3);
});
