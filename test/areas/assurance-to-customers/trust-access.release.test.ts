/** Members release or decline the answers to the questionnaire of a visitor (trust-access, rules 22 and 23). */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Caller, startApp } from '../../support/app.ts';
import { expectError } from '../../support/refusals.ts';
import { waitForWork } from '../../support/runs.ts';
import { mailsOf } from '../../support/trust-access.ts';
import { accessPath, sendChange, questions, releasedTexts, visitorsOf } from '../../support/visitors.ts';

const app = startApp();
const { setUp, visitor, visitorWithoutNda, send, answersOf, waiting, fetched, pdfText } = visitorsOf(app);

describe('release', () => {
  test('200 in a session releases exactly the reviewed answers and mails the visitor (rules 21 and 22)', async () => {
    const caller = await setUp();
    const token = await visitor(caller);
    const run = await send(caller, token);
    const result = (await app.call('GET', accessPath(token, `/questionnaire/${run}`))).body.result;
    expect(result).not.toHaveProperty('downloadUrl');
    expect(await answersOf(token, run)).toMatchObject({ status: 'waiting', file: null });
    const pending = await waiting(caller);
    expect(pending).toMatchObject({ audiences: ['public', 'nda'], totalQuestions: 5, answeredQuestions: 2, reviewer: null });
    const { call, member } = await app.session(caller.organization, ['admin']);
    const editedAnswer = pending.answers[0];
    const path = `/v1/trust-access/admin/questionnaires/${pending.id}`;
    const save = (answer: string) =>
      sendChange(caller, 'PUT', `/v1/questionnaire/${pending.questionnaireId}/answers/${editedAnswer.questionAnswerId}`, {
        answer,
        status: 'manual',
      });
    await save('Nobody is told a place.');
    const release = (ask: Caller['call'], answersHash: string) => ask('POST', `${path}/release`, { body: { answersHash } });
    expect(await release(call, pending.answersHash)).toMatchObject({ status: 409, body: { code: 'visitor_answers_changed' } });
    const { answersHash } = (await call('GET', path)).body;
    expect(await release(caller.call, answersHash)).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await release(call, answersHash)).toMatchObject({
      status: 200,
      body: { status: 'released', reviewerMemberId: member.id, reviewedAt: expect.any(String) },
    });
    await save('An edit that was not released.');
    await waitForWork(app.database, caller.organization.id);
    const { status, file } = await answersOf(token, run);
    expect(status).toBe('released');
    const answers = await fetched(file.downloadUrl);
    expect(answers).toContain('Nobody is told a place.');
    expect(answers).not.toContain('An edit that was not released.');
    expect(await release(call, answersHash)).toMatchObject({ status: 409, body: { code: 'visitor_questionnaire_not_waiting' } });
    const mails = await app.database.system
      .selectFrom('mail')
      .select(['recipient', 'text'])
      .where('organization_id', '=', caller.organization.id)
      .where('text', 'like', `%/access/${token}/questionnaire/${run}%`)
      .execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual(['ines@harbor.example.com']);
    const page = await app.call('GET', `/trust/${caller.address}/access/${token}/questionnaire/${run}`);
    expect(page.text).toContain('Your questionnaire is answered');
  });

  test('the visitor is mailed once when the archive is stored, and not after a release whose export fails (rule 22)', async () => {
    const caller = await setUp();
    const token = await visitor(caller);
    const run = await send(caller, token);
    const { system } = app.database;
    const { id, answersHash } = await waiting(caller);
    const { call } = await app.session(caller.organization, ['admin']);
    const path = `/v1/trust-access/admin/questionnaires/${id}`;
    const mails = async () =>
      (await mailsOf(app.database, caller)).filter(({ subject }) => subject.endsWith('answered your questionnaire'));
    const exportRun = async () =>
      (await system.selectFrom('visitor_questionnaire').select('export_run_id').where('id', '=', id).executeTakeFirstOrThrow())
        .export_run_id ?? '';
    const update = async (fields: { readonly status: 'failed' | 'queued'; readonly finished_at: string | null; readonly due_at: string }) =>
      system
        .updateTable('run')
        .set({ ...fields, lease: null })
        .where('id', '=', await exportRun())
        .execute();
    const finish = async () => {
      await update({ status: 'queued', finished_at: null, due_at: new Date().toISOString() });
      await waitForWork(app.database, caller.organization.id);
    };
    await sql`create function wait_forever() returns trigger language plpgsql as 'begin new.due_at := ''infinity''; return new; end'`.execute(
      system,
    );
    await sql`create trigger wait_forever before insert on run for each row when (new.organization_id = ${sql.lit(caller.organization.id)})
      execute function wait_forever()`.execute(system);
    try {
      expect((await call('POST', `${path}/release`, { body: { answersHash } })).status).toBe(200);
      expect(await mails()).toEqual([]);
      await update({ status: 'failed', finished_at: new Date().toISOString(), due_at: new Date().toISOString() });
      expect((await call('GET', path)).body.status).toBe('waiting');
      expect((await call('POST', `${path}/release`, { body: { answersHash } })).status).toBe(200);
    } finally {
      await sql`drop function wait_forever cascade`.execute(system);
    }
    expect(await mails()).toEqual([]);
    await finish();
    expect(await mails()).toMatchObject([{ recipient: 'ines@harbor.example.com' }]);
    expect((await answersOf(token, run)).file).not.toBeNull();
    // Simulates a server that stopped after it stored the archive.
    await finish();
    expect(await mails()).toHaveLength(1);
  });

  test('the archive cites the released sources, and the hash covers the sources (rules 22 and 23)', async () => {
    const caller = await setUp();
    const token = await visitor(caller);
    const run = await send(caller, token);
    const { id, questionnaireId, answers, answersHash } = await waiting(caller);
    const { call } = await app.session(caller.organization, ['admin']);
    const path = `/v1/trust-access/admin/questionnaires/${id}`;
    const release = (hash: string) => call('POST', `${path}/release`, { body: { answersHash: hash } });
    const cite = async (sourceType: string, { id: sourceId }: { readonly id: string }) => {
      const { questionAnswerId, answer } = answers.find((item: { question: string }) => item.question === questions.nda);
      const source = { sourceType, sourceId, policyName: 'An invented audit', manualAnswerQuestion: 'An invented audit', score: 1 };
      const body = { answer, status: 'manual', sources: [source] };
      await sendChange(caller, 'PUT', `/v1/questionnaire/${questionnaireId}/answers/${questionAnswerId}`, body);
    };
    const rename = (fileName: string, vendorName: string) =>
      sendChange(caller, 'PATCH', `/v1/questionnaire/${questionnaireId}`, { fileName, vendorName });
    const manual = (await caller.call('GET', '/v1/knowledge-base/manual-answers?audience=public')).body.data[0];
    await cite('manual_answer', manual);
    expect(await release(answersHash)).toMatchObject({ status: 409, body: { code: 'visitor_answers_changed' } });
    const { answersHash: secondHash } = (await call('GET', path)).body;
    await rename('../1:har\u200bbor.csv', 'Harbor');
    expect(await release(secondHash)).toMatchObject({ status: 409, body: { code: 'visitor_answers_changed' } });
    const { body: current } = await call('GET', path);
    expect(current).toMatchObject({ fileName: '../1:har\u200bbor.csv', vendorName: 'Harbor' });
    const label = `Manual Answer (${questions.public})`;
    expect(current.answers.flatMap(({ sources }: { sources: object[] }) => sources)).toContainEqual({ sourceName: label, page: null });
    expect((await release(current.answersHash)).status).toBe(200);
    await cite('context', caller.nda);
    await rename('edited.csv', 'Edited later');
    await waitForWork(app.database, caller.organization.id);
    expect((await call('GET', path)).body).toMatchObject({
      answersHash: current.answersHash,
      vendorName: 'Harbor',
      answers: current.answers,
    });
    const { file } = await answersOf(token, run);
    expect(file.fileName).toBe('.._1_har_bor - answers.zip');
    const { headers } = await fetch(file.downloadUrl.replace(/^https?:\/\/[^/]+/, app.base));
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${file.fileName}"`);
    const text = await pdfText(file.downloadUrl);
    expect(text).toContain('Harbor');
    expect(text.split(label)).toHaveLength(3);
    for (const unreleased of ['An invented audit', 'Edited later']) expect(text).not.toContain(unreleased);
  });

  test('members and the contact are notified once, and the page says that answers are checked', async () => {
    const caller = await setUp();
    const token = await visitor(caller);
    const run = await send(caller, token);
    const { system } = app.database;
    const mails = await system
      .selectFrom('mail')
      .select('recipient')
      .where('organization_id', '=', caller.organization.id)
      .where('subject', 'like', '%wait for your release')
      .execute();
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([caller.organization.owner.email, 'trust@example.com'].toSorted());
    const page = await app.call('GET', `/trust/${caller.address}/access/${token}/questionnaire/${run}`);
    expect(page.text).toContain('Your answers are being checked');
    expect(page.text).not.toContain(releasedTexts.public);
  });

  test('200 declines the questionnaire, shows the reason to the visitor, and releases no answers (rule 22)', async () => {
    const caller = await setUp();
    const token = await visitor(caller);
    const run = await send(caller, token);
    const { id, answersHash } = await waiting(caller);
    const { call } = await app.session(caller.organization, ['admin']);
    const path = `/v1/trust-access/admin/questionnaires/${id}`;
    expect(await caller.call('POST', `${path}/decline`, { body: {} })).toMatchObject({ status: 403 });
    const declined = await call('POST', `${path}/decline`, { body: { reason: 'Please ask your contact.' } });
    expect(declined).toMatchObject({ status: 200, body: { status: 'rejected', decisionReason: 'Please ask your contact.' } });
    expect(await answersOf(token, run)).toMatchObject({ status: 'rejected', decisionReason: 'Please ask your contact.', file: null });
    expect(await call('POST', `${path}/release`, { body: { answersHash } })).toMatchObject({ status: 409 });
    expect(await call('POST', `${path}/decline`, { body: {} })).toMatchObject({ status: 409 });
    const page = await app.call('GET', `/trust/${caller.address}/access/${token}/questionnaire/${run}`);
    expect(page.text).toContain('Please ask your contact.');
  });

  test('409 when the access has ended, 404 for another organization and for another visitor', async () => {
    const [caller, other] = [await setUp(), await app.caller()];
    const token = await visitor(caller);
    const run = await send(caller, token);
    const { id, grantId, answersHash } = await waiting(caller);
    const path = `/v1/trust-access/admin/questionnaires/${id}`;
    expect(await other.call('GET', path)).toMatchObject({ status: 404, body: { code: 'visitor_questionnaire_not_found' } });
    const unsignedToken = await visitorWithoutNda(caller);
    expect(await app.call('GET', accessPath(unsignedToken, `/questionnaire/${run}/answers`))).toMatchObject({ status: 404 });
    await sendChange(caller, 'POST', `/v1/trust-access/admin/grants/${grantId}/revoke`, { reason: 'Over' });
    const { call } = await app.session(caller.organization, ['admin']);
    const release = await call('POST', `${path}/release`, { body: { answersHash } });
    expect(release).toMatchObject({ status: 409, body: { code: 'grant_not_active' } });
    await expectError(app.call, 'GET', accessPath(token, `/questionnaire/${run}/answers`), 410);
  });
});
