/** Drafts the summary of an assessment with a language model, from the findings of the research (vendors, rule 27). */
import type { Writer } from '#domain/text-generation/writer';
import type { VendorResearch } from './research.ts';

const taskPrompt =
  'You summarize the security assessment of a vendor for the person who is responsible for it: what is known, and what remains to be checked.';
/** Maximum number of characters of each passage that the summary cites. */
const maxExcerptLength = 500;

/** @returns research that adds a summary to the findings of `research`, if the language model drafts one. The findings stay unchanged. */
export function withDraftedSummary(writer: Writer, research: VendorResearch): VendorResearch {
  return {
    async research(subject, signal) {
      const findings = await research.research(subject, signal);
      const { rationale, securityAssessment } = findings.assessment;
      const passages = [
        { sourceName: 'Rating', text: rationale },
        ...(securityAssessment ?? '').split('\n\n').map((text) => ({ sourceName: 'Security assessment', text })),
      ].flatMap(({ sourceName, text }) => (text ? [{ sourceName, text }] : []));
      const draft = await writer.draft(taskPrompt, subject.name, passages);
      if (!draft || draft.text === null) return findings;
      const summary = { text: draft.text, basedOn: draft.cited.map(({ text }) => text.slice(0, maxExcerptLength)), draftedByModel: true };
      return { ...findings, assessment: { ...findings.assessment, summary } };
    },
  };
}
