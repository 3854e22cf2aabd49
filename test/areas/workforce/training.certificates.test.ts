/** Certificates of completed training: download and e-mail. */
import { describe, expect, test } from 'vitest';
import { mailCertificates } from '#areas/workforce/training/runs/certificates';
import { type Caller, startApp } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { adopt, frameworkId } from '../../support/frameworks.ts';
import { newMember } from '../../support/organization.ts';
import { generalTrainingIds, lastEntry } from '../../support/people.ts';
import { wordsOf } from '../../support/pdf.ts';

const app = startApp();
const past = '2026-03-12T10:31:07.240Z';
const unknownId = 'mem_000000000000000000000000';
const rejected = (status: number, code: string) => ({ status, body: { code } });

/** Creates an organization with an employee who completed the given modules, one second apart. */
async function addTrained(videos: readonly string[] = generalTrainingIds, name = 'Chén “Ace” Liu') {
  const caller = await app.caller();
  const member = await newMember(app.database, caller.organization.id, ['employee'], { name });
  const ids: string[] = [];
  for (const [index, video] of videos.entries()) {
    const completedAt = new Date(Date.parse(past) + index * 1000).toISOString();
    const { body } = await caller.call('PUT', `/v1/training/completions/${video}`, { body: { memberId: member.id, completedAt } });
    ids.push(body.id);
  }
  const { call: employee } = await app.session(caller.organization, member);
  return { ...caller, member, employee, ids };
}
const certificate = (call: Caller['call'], id: string, query = '') => call('GET', `/v1/training/certificates/${id}${query}`);
const send = (call: Caller['call'], id: string, body: object = {}) => call('POST', `/v1/training/certificates/${id}/deliveries`, { body });

/** Returns the mails of an organization with their attachments. */
function mails({ organization: { id } }: Pick<Caller, 'organization'>) {
  return app.database.system
    .selectFrom('mail')
    .innerJoin('mail_attachment', 'mail_attachment.mail_id', 'mail.id')
    .select(['mail.recipient', 'mail.subject', 'mail.text', 'mail_attachment.name', 'mail_attachment.type', 'mail_attachment.content'])
    .where('mail.organization_id', '=', id)
    .orderBy('mail.created_at')
    .execute();
}
const mailDue = async () => {
  while (await mailCertificates(app.database, new Date()));
};

describe('getTrainingCertificate', () => {
  test('200 returns one page with member, organization, date and number, and the same bytes each time (rule 8)', async () => {
    const { call, employee, member, ids, organization } = await addTrained();
    const answer = await certificate(call, member.id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="training-certificate-chen-ace-liu.pdf"');
    const words = await wordsOf(answer.bytes);
    for (const text of ['Security awareness training', 'Chén "Ace" Liu', 'Test organization', 'March 12, 2026', ids.at(-1) ?? 'none'])
      expect(words).toContain(text);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: member.id,
      description: 'Downloaded certificate of Security awareness training [via API key "test"]',
    });
    const ownCertificate = await certificate(employee, member.id);
    expect(Buffer.compare(Buffer.from(ownCertificate.bytes), Buffer.from(answer.bytes))).toBe(0);
  });
  test.each(['山田太郎', 'محمد علي', '李 Lee'])(
    '200 shows the e-mail address for a name that the certificate cannot show: %s',
    async (name) => {
      const { call, member } = await addTrained(generalTrainingIds, name);
      const words = await wordsOf((await certificate(call, member.id)).bytes);
      expect(words).toContain(member.email);
      expect(words).not.toContain('?');
    },
  );
  test('200 for the HIPAA program, also after the framework was removed (rule 6)', async () => {
    const { call, organization } = await app.caller();
    const [instance] = await adopt(call, frameworkId('hipaa'));
    const body = { memberId: organization.owner.id };
    expect((await call('PUT', '/v1/training/completions/hipaa-sat-1', { body })).status).toBe(200);
    expect((await confirm(call, 'DELETE', `/v1/frameworks/${instance}`)).status).toBeLessThan(300);
    const answer = await certificate(call, organization.owner.id, '?program=hipaa');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="hipaa-training-certificate-olive-owner.pdf"');
    expect(await wordsOf(answer.bytes)).toContain('HIPAA privacy and security training');
  });
  test('200 for a deactivated member (rule 9)', async () => {
    const { call, member } = await addTrained();
    expect((await call('DELETE', `/v1/people/${member.id}`)).status).toBe(204);
    expect((await certificate(call, member.id)).status).toBe(200);
    expect(await send(call, member.id)).toMatchObject(rejected(404, 'member_not_found'));
  });
  test('400 for an unknown program', async () => {
    const { call, organization } = await app.caller();
    expect((await certificate(call, organization.owner.id, '?program=fire')).status).toBe(400);
  });
  test('403 for the certificate of another member without the permission (rule 4)', async () => {
    const { employee, organization } = await addTrained([]);
    expect(await certificate(employee, organization.owner.id)).toMatchObject(rejected(403, 'missing_permission'));
  });
  test('404 for a member who is unknown or of another organization (rule 9)', async () => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    for (const id of [unknownId, other.organization.owner.id])
      expect(await certificate(call, id)).toMatchObject(rejected(404, 'member_not_found'));
  });
  test('409 while a module is not completed (rule 5)', async () => {
    const { employee, member } = await addTrained(generalTrainingIds.slice(1));
    expect(await certificate(employee, member.id)).toMatchObject(rejected(409, 'training_not_complete'));
  });
});

describe('the certificate by e-mail', () => {
  test('is sent once, when the last module is completed, with the PDF attached (rule 5)', async () => {
    const caller = await addTrained(generalTrainingIds.slice(0, 4));
    const { employee, member, call } = caller;
    await mailDue();
    expect(await mails(caller)).toEqual([]);
    for (const video of ['sat-5', 'sat-5'])
      expect((await employee('PUT', `/v1/training/completions/${video}`, { body: {} })).status).toBe(200);
    expect(await mails(caller)).toEqual([]);
    await mailDue();
    await mailDue();
    const [mail, ...otherMails] = await mails(caller);
    expect(otherMails).toEqual([]);
    expect(mail).toMatchObject({
      recipient: member.email,
      subject: 'Your certificate: Security awareness training',
      text: expect.stringMatching(
        /^You completed the training "Security awareness training" of Test organization on \w+ \d+, \d{4}\. Your certificate is attached\.\n/,
      ),
      name: 'security-awareness-training-certificate-chen-ace-liu.pdf',
      type: 'application/pdf',
    });
    expect(Buffer.compare(Buffer.from(mail?.content ?? ''), Buffer.from((await certificate(call, member.id)).bytes))).toBe(0);
  });
  test('is sent once when the last two modules are completed concurrently (rule 5)', async () => {
    const caller = await addTrained(generalTrainingIds.slice(0, 3));
    await Promise.all(['sat-4', 'sat-5'].map((video) => caller.employee('PUT', `/v1/training/completions/${video}`, { body: {} })));
    await mailDue();
    expect(await mails(caller)).toHaveLength(1);
    expect(await lastEntry(app.database, caller.organization)).toMatchObject({
      entity_type: 'people',
      entity_id: caller.member.id,
      description: 'Sent certificate of Security awareness training [via schedule]',
    });
  });
  test('is not sent to a member who was deactivated meanwhile (rule 5)', async () => {
    const caller = await addTrained();
    await caller.call('DELETE', `/v1/people/${caller.member.id}`);
    await mailDue();
    expect(await mails(caller)).toEqual([]);
  });
});

describe('sendTrainingCertificate', () => {
  test('200 sends the certificate again each time (rule 5)', async () => {
    const caller = await addTrained();
    const { call, member, organization } = caller;
    await mailDue();
    expect(await send(call, member.id)).toMatchObject({ status: 200, body: { sent: true, reason: null } });
    expect(await mails(caller)).toHaveLength(2);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: member.id,
      description: 'Sent certificate of Security awareness training [via API key "test"]',
    });
  });
  test('200 returns the reason when nothing can be sent (rule 5)', async () => {
    const caller = await addTrained(['sat-1']);
    const { call, member } = caller;
    expect((await send(call, member.id)).body).toEqual({ sent: false, reason: 'training_not_complete' });
    expect((await send(call, member.id, { program: 'hipaa' })).body).toEqual({ sent: false, reason: 'hipaa_training_not_complete' });
    expect(await mails(caller)).toEqual([]);
  });
  test('400 for an unknown program', async () => {
    const { call, organization } = await app.caller();
    expect((await send(call, organization.owner.id, { program: 'fire' })).status).toBe(400);
  });
  test('404 for a member who is unknown or of another organization (rule 9)', async () => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    for (const id of [unknownId, other.organization.owner.id])
      expect(await send(call, id)).toMatchObject(rejected(404, 'member_not_found'));
  });
});
