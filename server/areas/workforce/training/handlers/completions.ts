/** Lists training modules, and lists and records their completions. */
import type { Handlers } from '#contract/types';
import { findMandatoryPrograms, hasHipaa, mustTrain } from '#domain/people/training/eligibility';
import { modules, modulesOf } from '#domain/people/training/modules';
import { mapPage } from '#platform/database/page';
import { readRoles } from '#platform/identity/organization-roles';
import { checkPermissions } from '#platform/identity/missing-permission';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { completeModule, listCompletions, scheduleCertificate } from '../queries/completions.ts';
import { findTrainee, listTrainees, lockTrainee } from '../queries/members.ts';
import { memberNotFound, videoNotFound } from '../refusals.ts';
import { toContractVideo } from '../rules/catalog.ts';
import { completionOfProgram, progressOf } from '../rules/progress.ts';
import { requireMemberId, readPermissions, writePermissions } from '../rules/subject.ts';

export const completions: Pick<
  Handlers<'training'>,
  'listTrainingVideos' | 'listTrainingCompletions' | 'completeTrainingVideo' | 'listTrainingProgress'
> = {
  async listTrainingVideos({ query: { program }, db, ports: { trainingMedia } }) {
    const isHipaaAdopted = await hasHipaa(db);
    return { status: 200, body: { data: modulesOf(program).map((module) => toContractVideo(module, isHipaaAdopted, trainingMedia)) } };
  },

  async listTrainingCompletions({ query, actor, db }) {
    const memberId = requireMemberId(actor, query.memberId, readPermissions, 'query');
    if (isRefusal(memberId)) return memberId;
    const member = await findTrainee(db, memberId);
    if (!member?.isActive) return memberNotFound();
    return { status: 200, body: { data: await listCompletions(db, [memberId], query.program) } };
  },

  async completeTrainingVideo({ path, body, actor, db, audit, skipAudit }) {
    const memberId = requireMemberId(actor, body.memberId, writePermissions, 'body');
    if (isRefusal(memberId)) return memberId;
    const { completedAt } = body;
    const dateRefusal = completedAt === undefined ? undefined : checkPermissions(actor, ...writePermissions);
    if (dateRefusal) return dateRefusal;
    if (completedAt !== undefined && new Date(completedAt).getTime() > Date.now())
      return invalid({ completedAt: fieldErrors.inTheFuture() });
    const module = modules.find(({ id }) => id === path.videoId);
    if (!module) return videoNotFound();
    if (!(await lockTrainee(db, memberId))) return memberNotFound();
    const { program } = module;
    if (program === 'hipaa' && !(await hasHipaa(db))) return refusal('hipaa_training_not_available');

    const { completion, isNew } = await completeModule(db, memberId, module.id, completedAt);
    if (!isNew) {
      skipAudit();
      return { status: 200, body: completion };
    }
    if (completionOfProgram(program, await listCompletions(db, [memberId], program))) await scheduleCertificate(db, memberId, program);
    audit.performed(`Completed training module "${module.title}"`, {
      resource: 'training',
      entityId: memberId,
      changes: { [module.id]: { previous: null, current: completion.completedAt } },
    });
    return { status: 200, body: completion };
  },

  async listTrainingProgress({ query: { program = 'general', ...filter }, page, db, ports: { access } }) {
    const [members, roles, programs] = await Promise.all([
      listTrainees(db, program, filter, page),
      readRoles(db),
      findMandatoryPrograms(db),
    ]);
    const memberCompletions = await listCompletions(
      db,
      members.rows.map(({ id }) => id),
      program,
    );
    const completionsByMember = Map.groupBy(memberCompletions, ({ memberId }) => memberId);
    return {
      status: 200,
      page: mapPage(members, ({ id, ...member }) =>
        progressOf(
          { id, required: programs.has(program) && mustTrain(roles, member, access.staffEmailDomains) },
          program,
          completionsByMember.get(id) ?? [],
        ),
      ),
    };
  },
};
