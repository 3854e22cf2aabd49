/** Handlers of the setup wizard's answers (isms, rule 17). */
import { findIso27001 } from '#domain/frameworks/iso27001';
import { isParticipant, nonParticipant } from '#domain/people/members/participants';
import type { Handlers } from '#contract/types';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { findIsmsData } from '../steps/data.ts';
import { findProfile, lockProfile, saveProfile } from '../queries/profiles.ts';
import { findServices } from '../queries/sources.ts';
import { defaultsOf, mergeAnswers, findMissingAnswers } from '../rules/profile.ts';
import { readableSources } from '../rules/source-readers.ts';

export const profile: Pick<Handlers<'isms'>, 'getIsmsProfile' | 'updateIsmsProfile'> = {
  async getIsmsProfile({ query: { frameworkId }, db, actor, ports }) {
    const framework = await findIso27001(db, frameworkId);
    if (isRefusal(framework)) return framework;
    const [savedProfile, { sources }, services] = await Promise.all([
      findProfile(db, frameworkId),
      findIsmsData(db, frameworkId, ports.access.staffEmailDomains),
      findServices(db),
    ]);
    return {
      status: 200,
      body: {
        answers: savedProfile?.answers ?? null,
        completedAt: savedProfile?.completedAt ?? null,
        defaults: defaultsOf(readableSources(actor, sources), services),
        members: sources.members.map(({ id, name }) => ({ id, name })),
      },
    };
  },

  async updateIsmsProfile({ body: { frameworkId, answers: sentAnswers, complete = false }, db, ports, audit, requireVersion }) {
    const framework = await findIso27001(db, frameworkId);
    if (isRefusal(framework)) return framework;
    const before = await lockProfile(db, frameworkId);
    requireVersion(before);
    const answers = mergeAnswers(before.answers, sentAnswers);
    const deputyId = answers.deputySpo?.memberId ?? null;
    const isNewDeputy = deputyId !== (before.answers.deputySpo?.memberId ?? null);
    if (isNewDeputy && deputyId !== null && !(await isParticipant(db, ports.access.staffEmailDomains, deputyId)))
      return invalid({ 'answers.deputySpo.memberId': nonParticipant });
    const missingAnswers = complete ? findMissingAnswers(answers) : [];
    if (missingAnswers.length) return refusal('isms_profile_incomplete', { missing: missingAnswers });
    const completedAt = complete ? (before.completedAt ?? new Date().toISOString()) : before.completedAt;
    const savedProfile = await saveProfile(db, before.id, answers, completedAt);
    audit.changed(
      { ...before.answers, completedAt: before.completedAt },
      { ...answers, completedAt },
      {
        description: complete ? 'Completed the ISMS profile' : 'Saved the ISMS profile',
        entityType: 'framework',
        entityId: savedProfile.id,
      },
    );
    return { status: 200, body: savedProfile };
  },
};
