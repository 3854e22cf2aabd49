/** Justifications that a language model drafts from what the organization has written, with the built-in ones in its place (spec/areas/soa, rule 14). */
import type { Writer } from '../../../domain/text-generation/writer.ts';
import { advisedBy, type ApplicabilityAdvisor, excluded, type Found, reasonsFor } from './advisor.ts';

const task =
  'You draft the justification of a control in a statement of applicability: why the way in which the organization works makes the control necessary.';

/** Risks and laws are named by rules alone: texts of risks are given to nobody. */
export function draftingAdvisor(writer: Writer): ApplicabilityAdvisor {
  return {
    async advise(question, findings, facts) {
      const without = excluded(question, facts);
      if (without) return without;
      const found = reasonsFor(question, findings, facts);
      const advice = advisedBy(found);
      // What the built-in justification does not rest on is no reason for a draft either.
      const needs = found.filter(({ reason }) => reason === 'business_need');
      if (!advice.reasons.includes('business_need')) return advice;
      const { id, text, columnMapping } = question;
      const draft = await writer.draft(task, `${id} ${columnMapping.title}: ${text}`, needs.flatMap(sourceIn));
      if (!draft) return advice;
      const named = found.filter(({ reason }) => reason !== 'business_need');
      const [source, ...more] = draft.cited;
      if (draft.text === null || !source) return advisedBy(named);
      const drafted = advisedBy([...named.slice(0, 1), { sentence: draft.text, reason: 'business_need', source }]);
      return { ...drafted, sources: [...drafted.sources, ...more], draftedByModel: true };
    },
  };
}

const sourceIn = ({ source }: Found) => source ?? [];
