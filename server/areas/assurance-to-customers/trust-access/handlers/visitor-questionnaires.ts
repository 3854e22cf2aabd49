/** Lets reviewers release or decline the answers to visitors' questionnaires (trust-access, rules 21 to 23). */
import { stateOf } from '#contract/states';
import { trustAccessGrantStatus, visitorQuestionnaireStatus } from '#generated/transitions';
import { startReleasedExport } from '#domain/questionnaires/receive';
import { lockActiveGrant } from '#domain/trust/access/grants';
import { answersDeclinedMail } from '#domain/questionnaires/visitors/mails';
import { findRecipient } from '#domain/questionnaires/visitors/recipient';
import type { Handlers } from '#contract/types';
import type { OrganizationContext } from '#platform/context';
import { queueMail } from '#platform/mail/outbox';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { findGrant } from '../queries/grants.ts';
import {
  declineAnswers,
  findVisitorQuestionnaire,
  listVisitorQuestionnaires,
  lockVisitorQuestionnaire,
  releaseAnswers,
  type ReviewedQuestionnaire,
  toVisitorQuestionnaire,
} from '../queries/visitor-questionnaires.ts';
import { auditFields } from '../rules/audit-fields.ts';

type Operations = 'listVisitorQuestionnaires' | 'getVisitorQuestionnaire' | 'releaseVisitorQuestionnaire' | 'declineVisitorQuestionnaire';

const notFound = () => refusal('visitor_questionnaire_not_found');

export const visitorQuestionnaires: Pick<Handlers<'trust-access'>, Operations> = {
  async listVisitorQuestionnaires({ query, page, db }) {
    return { status: 200, page: await listVisitorQuestionnaires(db, query, page) };
  },

  async getVisitorQuestionnaire({ path, db }) {
    const questionnaire = await findVisitorQuestionnaire(db, path.id);
    return questionnaire ? { status: 200, body: toVisitorQuestionnaire(questionnaire) } : notFound();
  },

  async releaseVisitorQuestionnaire({ path, body, db, actor, audit }) {
    const waitingQuestionnaire = await requireWaiting(db, path.id);
    if (isRefusal(waitingQuestionnaire)) return waitingQuestionnaire;
    const { item: before, vendorName, answers, answersHash } = waitingQuestionnaire;
    if (!(await lockActiveGrant(db, before.grantId))) return grantNotActive(db, before.grantId);
    if (body.answersHash !== answersHash) return refusal('visitor_answers_changed');
    const credential = { credential: 'grant', id: before.grantId, via: `the personal link of ${before.subjectEmail}` } as const;
    const run = await startReleasedExport(db, credential, before.questionnaireId);
    if (!run) return notWaiting('answering');
    await releaseAnswers(db, before.id, {
      memberId: actor.memberId,
      file: { fileName: before.fileName, vendorName },
      answers,
      runId: run.id,
    });
    audit.performed('Released the answers to a visitor', {
      ...auditFields(before.id),
      changes: { status: { previous: before.status, current: 'released' } },
      data: { grantId: before.grantId, questionnaireId: before.questionnaireId, answersHash },
    });
    return respondWith(db, before.id);
  },

  async declineVisitorQuestionnaire({ path, body, db, ports, actor, audit }) {
    const waitingQuestionnaire = await requireWaiting(db, path.id);
    if (isRefusal(waitingQuestionnaire)) return waitingQuestionnaire;
    const { item: before } = waitingQuestionnaire;
    const reason = body.reason || null;
    await declineAnswers(db, before.id, { memberId: actor.memberId, reason });
    const visitor = await findRecipient({ db, ports }, before.questionnaireId);
    if (visitor) await queueMail(db, answersDeclinedMail(visitor, reason));
    audit.performed('Declined to answer a visitor', {
      ...auditFields(before.id),
      changes: { status: { previous: before.status, current: 'rejected' }, decisionReason: { previous: null, current: reason } },
      data: { grantId: before.grantId, questionnaireId: before.questionnaireId },
    });
    return respondWith(db, before.id);
  },
};

type Db = OrganizationContext['db'];

const notWaiting = (status: ReviewedQuestionnaire['item']['status']) =>
  refusal('visitor_questionnaire_not_waiting', stateOf(visitorQuestionnaireStatus, status));

async function grantNotActive(db: Db, id: string) {
  const grant = await findGrant(db, id);
  if (!grant) throw new Error(`${id} was not found, although a questionnaire came with it`);
  return refusal('grant_not_active', stateOf(trustAccessGrantStatus, grant.status));
}

async function requireWaiting(db: Db, id: string) {
  const questionnaire = await lockVisitorQuestionnaire(db, id);
  if (!questionnaire) return notFound();
  return questionnaire.item.status === 'waiting' ? questionnaire : notWaiting(questionnaire.item.status);
}

async function respondWith(db: Db, id: string) {
  const after = await findVisitorQuestionnaire(db, id);
  if (!after) throw new Error(`${id} was not found, although it is locked`);
  return { status: 200 as const, body: toVisitorQuestionnaire(after) };
}
