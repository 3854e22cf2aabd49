/** Drafts justifications with a language model, and falls back to built-in justifications (soa, rule 14). */
import type { Writer } from '#domain/text-generation/writer';
import { adviseFrom, type ApplicabilityAdvisor, adviseExclusion, type JustificationReason, reasonsFor } from './advisor.ts';

const task =
  'You draft the justification of a control in a statement of applicability: why the way in which the organization works makes the control necessary.';

/** The model only sees texts about business needs: risks and laws are stated by rules, and texts of risks are never sent to a model. */
export function draftingAdvisor(writer: Writer): ApplicabilityAdvisor {
  return {
    async advise(question, findings, facts) {
      const exclusion = adviseExclusion(question, facts);
      if (exclusion) return exclusion;
      const reasons = reasonsFor(question, findings, facts);
      const advice = adviseFrom(reasons);
      // A draft may only state a business need if the built-in justification states a business need, too.
      const businessNeeds = reasons.filter(({ reason }) => reason === 'business_need');
      if (!advice.reasons.includes('business_need')) return advice;
      const { id, text, columnMapping } = question;
      const draft = await writer.draft(task, `${id} ${columnMapping.title}: ${text}`, businessNeeds.flatMap(sourcesOf));
      if (!draft) return advice;
      const otherReasons = reasons.filter(({ reason }) => reason !== 'business_need');
      const [source, ...otherSources] = draft.cited;
      if (draft.text === null || !source) return adviseFrom(otherReasons);
      const draftedAdvice = adviseFrom([...otherReasons.slice(0, 1), { sentence: draft.text, reason: 'business_need', source }]);
      return { ...draftedAdvice, sources: [...draftedAdvice.sources, ...otherSources], draftedByModel: true };
    },
  };
}

const sourcesOf = ({ source }: JustificationReason) => source ?? [];
