/** The default non-disclosure agreement, for installations and organizations without their own (trust-access, rule 9). */
import type { NdaParties, NdaSection } from '#platform/ports/nda-template';

export function standardSections({ organization, person, company }: NdaParties): readonly NdaSection[] {
  const recipient = company === null ? person : `${person} and ${company}`;
  return [
    {
      heading: 'Purpose',
      paragraphs: [
        `${organization} shows documents about its security and compliance to ${recipient}, so that the Recipient can judge whether to do business with the Company, or go on doing so. This is the only purpose of their use.`,
      ],
    },
    {
      heading: 'Confidential information',
      paragraphs: [
        'Confidential information is everything that one party shows the other for this purpose and that is not public, in whatever form: policies, reports, certificates, answers to questions, and what follows from them.',
        'It does not include what is or becomes public without a breach of this agreement, what the receiving party knew before or learns from somebody who may pass it on, and what it has developed by itself.',
      ],
    },
    {
      heading: 'Duties',
      paragraphs: [
        'The receiving party uses confidential information for the purpose alone, protects it as carefully as its own, and shows it only to employees and advisers who need it for the purpose and are bound in the same way.',
        'It does not publish confidential information, remove marks from it, or pass on the personal link through which it is read.',
        'It may disclose what the law or a court demands. As far as that is allowed, it tells the other party beforehand.',
      ],
    },
    {
      heading: 'Duration',
      paragraphs: [
        'This agreement begins with the signature and lasts for two years. The duties for information that was shown in this time go on until two years after the end of the agreement.',
        'The Company may end the access to its documents at any time. When it does, or when it asks for it, the Recipient deletes all copies, except for those that the law or its usual backups require it to keep.',
      ],
    },
    {
      heading: 'No further rights',
      paragraphs: [
        'All rights in confidential information stay with the party that shows it. The documents are shown as they are, without a promise that they are complete or fit for a decision. Neither party has to enter into any other contract.',
      ],
    },
    {
      heading: 'Electronic signature',
      paragraphs: [
        'The parties accept an electronic signature. The Company keeps the time of the signature, the name and the e-mail address that were given, and the network address that they came from.',
      ],
    },
  ];
}
