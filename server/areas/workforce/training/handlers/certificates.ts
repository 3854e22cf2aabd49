/** Downloads certificates and mails certificates again. */
import { CallExternal, Deferred } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { renderCertificate } from '../documents/render.ts';
import { findCertificate } from '../steps/certificates.ts';
import { findTrainee } from '../queries/members.ts';
import { mailCertificate } from '../queries/mail.ts';
import { memberNotFound } from '../refusals.ts';
import { downloadNameOf } from '../rules/certificate.ts';
import { requireMemberId, readPermissions } from '../rules/subject.ts';

export const certificates: Pick<Handlers<'training'>, 'getTrainingCertificate' | 'sendTrainingCertificate'> = {
  async getTrainingCertificate({ path, query: { program = 'general' }, actor, db, audit }) {
    const memberId = requireMemberId(actor, path.memberId, readPermissions, 'path');
    if (isRefusal(memberId)) return memberId;
    // Certificates of members who have left can be downloaded, too, because certificates are evidence (training, rule 9).
    const member = await findTrainee(db, memberId);
    if (!member) return memberNotFound();
    const certificate = await findCertificate(db, member, program);
    if (!certificate) return refusal('training_not_complete');
    audit.performed(`Downloaded certificate of ${certificate.title}`, { resource: 'training', entityId: memberId });
    const { organizationId } = db;
    return new Deferred(async () => ({
      status: 200,
      type: 'application/pdf',
      headers: { 'Content-Disposition': `attachment; filename="${downloadNameOf(certificate)}"` },
      body: await renderCertificate(organizationId, certificate),
    }));
  },

  async sendTrainingCertificate({ path: { memberId }, body: { program }, db, skipAudit }) {
    const member = await findTrainee(db, memberId);
    if (!member?.isActive) return memberNotFound();
    const certificate = await findCertificate(db, member, program);
    const { organizationId } = db;
    const reason = certificate ? (member.email === '' ? 'no_email' : null) : notCompleteReasons[program];
    if (!certificate || reason !== null) {
      skipAudit();
      return { status: 200, body: { sent: false, reason } };
    }
    return new CallExternal(async () => {
      const pdf = await renderCertificate(organizationId, certificate);
      return async ({ db: nextDb, audit }) => {
        const currentMember = await findTrainee(nextDb, memberId);
        if (!currentMember?.isActive) return memberNotFound();
        await mailCertificate(nextDb, currentMember.email, certificate, pdf);
        audit.performed(`Sent certificate of ${certificate.title}`, { resource: 'training', entityId: memberId });
        return { status: 200, body: { sent: true, reason: null } };
      };
    });
  },
};

const notCompleteReasons = { general: 'training_not_complete', hipaa: 'hipaa_training_not_complete' } as const;
