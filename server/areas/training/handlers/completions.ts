/** The modules, and who has completed them. */
import type { Handlers } from '../../../contract/types.ts';
import { countedPrograms, hasHipaa, mustTrain } from '../../../domain/training/eligibility.ts';
import { modules, modulesOf } from '../../../domain/training/modules.ts';
import { mapPage } from '../../../platform/database/page.ts';
import { rolesIn } from '../../../platform/identity/organization-roles.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { complete, listCompletions, noteCertificate } from '../queries/completions.ts';
import { findTrainee, listTrainees, lockTrainee } from '../queries/members.ts';
import { memberNotFound, videoNotFound } from '../refusals.ts';
import { videoOf } from '../rules/catalog.ts';
import { lastCompletion, progressOf } from '../rules/progress.ts';
import { mayConcernOthers, memberOf, toRead, toWrite } from '../rules/who.ts';

export const completions: Pick<
  Handlers<'training'>,
  'listTrainingVideos' | 'listTrainingCompletions' | 'completeTrainingVideo' | 'listTrainingProgress'
> = {
  async listTrainingVideos({ query: { program }, db, ports: { trainingMedia } }) {
    const hipaa = await hasHipaa(db);
    return { status: 200, body: { data: modulesOf(program).map((module) => videoOf(module, hipaa, trainingMedia)) } };
  },

  async listTrainingCompletions({ query, actor, db }) {
    const memberId = memberOf(actor, query.memberId, toRead);
    if (isRefusal(memberId)) return memberId;
    const member = await findTrainee(db, memberId);
    if (!member?.isActive) return memberNotFound();
    return { status: 200, body: { data: await listCompletions(db, [memberId], query.program) } };
  },

  async completeTrainingVideo({ path, body, actor, db, audit, skipAudit }) {
    const memberId = memberOf(actor, body.memberId, toWrite);
    if (isRefusal(memberId)) return memberId;
    const { completedAt } = body;
    if (completedAt !== undefined && !mayConcernOthers(actor, toWrite)) return refusal('missing_permission');
    if (completedAt !== undefined && new Date(completedAt).getTime() > Date.now())
      return invalid({ completedAt: 'must not be in the future' });
    const module = modules.find(({ id }) => id === path.videoId);
    if (!module) return videoNotFound();
    if (!(await lockTrainee(db, memberId))) return memberNotFound();
    const { program } = module;
    if (program === 'hipaa' && !(await hasHipaa(db))) return refusal('hipaa_training_not_available');

    const { completion, isNew } = await complete(db, memberId, module.id, completedAt);
    if (!isNew) {
      skipAudit();
      return { status: 200, body: completion };
    }
    if (lastCompletion(program, await listCompletions(db, [memberId], program))) await noteCertificate(db, memberId, program);
    audit.did(`Completed training module "${module.title}"`, {
      resource: 'training',
      entityId: memberId,
      changes: { [module.id]: { previous: null, current: completion.completedAt } },
    });
    return { status: 200, body: completion };
  },

  async listTrainingProgress({ query: { program = 'general', ...filter }, page, db, ports: { access } }) {
    const [members, roles, counted] = await Promise.all([listTrainees(db, program, filter, page), rolesIn(db), countedPrograms(db)]);
    const found = await listCompletions(
      db,
      members.rows.map(({ id }) => id),
      program,
    );
    const byMember = Map.groupBy(found, ({ memberId }) => memberId);
    return {
      status: 200,
      page: mapPage(members, ({ id, ...member }) =>
        progressOf(
          { id, required: counted.has(program) && mustTrain(roles, member, access.staffEmailDomains) },
          program,
          byMember.get(id) ?? [],
        ),
      ),
    };
  },
};
