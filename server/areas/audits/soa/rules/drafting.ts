/** Drafts justifications with a language model from the organization's texts, and falls back to the built-in ones (soa, rule 14). */
import type { Writer } from '#domain/text-generation/writer';
import { adviseFrom, type ApplicabilityAdvisor, adviseExclusion, type Found, reasonsFor } from './advisor.ts';

const task =
  'You draft the justification of a control in a statement of applicability: why the way in which the organization works makes the control necessary.';

/** Only rules name risks and laws. Texts of risks are never sent to a model. */
export function draftingAdvisor(writer: Writer): ApplicabilityAdvisor {
  return {
    async advise(question, findings, facts) {
      const without = adviseExclusion(question, facts);
      if (without) return without;
      const found = reasonsFor(question, findings, facts);
      const advice = adviseFrom(found);
      // A draft may only use reasons that the built-in justification has, too.
      const needs = found.filter(({ reason }) => reason === 'business_need');
      if (!advice.reasons.includes('business_need')) return advice;
      const { id, text, columnMapping } = question;
      const draft = await writer.draft(task, `${id} ${columnMapping.title}: ${text}`, needs.flatMap(sourceIn));
      if (!draft) return advice;
      const named = found.filter(({ reason }) => reason !== 'business_need');
      const [source, ...more] = draft.cited;
      if (draft.text === null || !source) return adviseFrom(named);
      const drafted = adviseFrom([...named.slice(0, 1), { sentence: draft.text, reason: 'business_need', source }]);
      return { ...drafted, sources: [...drafted.sources, ...more], draftedByModel: true };
    },
  };
}

const sourceIn = ({ source }: Found) => source ?? [];
