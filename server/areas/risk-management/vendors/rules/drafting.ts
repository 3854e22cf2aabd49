/** Drafts the summary of an assessment with a language model, from the findings of the research (vendors, rule 27). */
import type { Writer } from '#domain/text-generation/writer';
import type { VendorResearch } from './research.ts';

const task =
  'You summarize the security assessment of a vendor for the person who is responsible for it: what is known, and what remains to be checked.';
const maxExcerpt = 500;

/** @param research finds the facts about the vendor; its findings are not changed, with or without a summary */
export function draftingResearch(writer: Writer, research: VendorResearch): VendorResearch {
  return {
    async research(subject, signal) {
      const found = await research.research(subject, signal);
      const { rationale, securityAssessment } = found.assessment;
      const passages = [
        { sourceName: 'Rating', text: rationale },
        ...(securityAssessment ?? '').split('\n\n').map((text) => ({ sourceName: 'Security assessment', text })),
      ].flatMap(({ sourceName, text }) => (text ? [{ sourceName, text }] : []));
      const draft = await writer.draft(task, subject.name, passages);
      if (!draft || draft.text === null) return found;
      const summary = { text: draft.text, basedOn: draft.cited.map(({ text }) => text.slice(0, maxExcerpt)), draftedByModel: true };
      return { ...found, assessment: { ...found.assessment, summary } };
    },
  };
}
