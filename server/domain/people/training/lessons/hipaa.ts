import type { Lesson } from '../lesson.ts';

export const hipaa: Lesson = {
  title: 'Protecting health information under HIPAA',
  description: 'You recognize protected health information, and you use, disclose and safeguard it as HIPAA demands.',
  sections: [
    {
      title: 'Who is bound by HIPAA',
      content: `HIPAA is a law of the United States that protects the health information of individuals. It binds covered entities, which are health plans, clearinghouses and providers of care that bill electronically, and it binds their business associates: companies that create, receive, keep or transmit such information for them. Subcontractors of business associates are bound in the same way.

If your organization is a business associate, a contract with each covered entity, the business associate agreement, says what it may do with the information. Use that the agreement does not allow is a violation, even with good intentions.`,
    },
    {
      title: 'What protected health information is',
      content: `Protected health information, PHI for short, is information about the health of a person, about care or about the payment for it, that can be connected with the person. It may be electronic, on paper or spoken. An appointment is PHI as soon as it is known whose it is, and so is the fact that a person is a patient at all.

A person can be identified by more than a name. HIPAA lists kinds of identifiers, among them addresses smaller than a state, dates such as birth and admission, telephone numbers, e-mail and network addresses, numbers of records, accounts, insurance and devices, photos of the face and fingerprints. Data counts as de-identified only when all of them were removed, or when an expert has determined in writing that the risk is very small. Do not decide that on your own.`,
    },
    {
      title: 'Use and disclosure',
      content: `Without a written authorization of the person, PHI may be used and disclosed for treatment, payment and the operation of health care, and in the cases that the law names, such as certain reports to authorities. Everything else needs an authorization, in particular marketing and sale.

The minimum necessary rule applies to almost all uses except treatment: look at, take and pass on only as much as the task needs. Curiosity is a violation. Looking up a neighbor, a colleague or a celebrity without a reason of work has cost people their position, because access is logged and reviewed.`,
    },
    {
      title: 'The rights of individuals',
      content: `Individuals may see and get copies of their records, as a rule within 30 days, have errors amended, restrict certain disclosures, choose how they are contacted, and learn to whom their information was disclosed. They may complain, and nobody may be put at a disadvantage for that.

A request may reach you at any place. Pass it on to the privacy officer on the same day, and verify who is asking before you say anything, including whether the person is known to you.`,
    },
    {
      title: 'Safeguards in daily work',
      content: `The Security Rule demands administrative, physical and technical safeguards for electronic PHI. For you, this means:

- Use your own account and never that of somebody else.
- Send PHI only encrypted and only by services for which there is a business associate agreement. Common chat and mail accounts have none.
- Keep PHI out of subject lines, calendar entries, tickets, screenshots and logs.
- Check number and recipient before you send a fax or a letter.
- Do not store PHI on private devices or removable media.
- Lock your screen, clear your desk, and do not speak about individuals where others listen.
- Dispose of paper and media only by the ways that are provided for PHI.`,
    },
    {
      title: 'Breaches',
      content: `A breach is a use or disclosure that HIPAA does not permit. It is presumed to be a reportable breach unless an assessment shows that the information was very probably not compromised. Only the privacy officer makes this assessment.

Affected individuals have to be informed without unreasonable delay and within 60 days of the discovery at the latest. Authorities are informed as well, and with 500 or more people in one state the media too. Business associates inform the covered entity, often within a few days by contract. A breach counts as discovered when any member of the workforce knows of it, or should have. Therefore, report every suspicion at once.

Information that was encrypted as the guidance demands does not count as unsecured, which is one more reason to use the ways that are provided.`,
    },
    {
      title: 'Consequences',
      content: `Authorities can impose civil penalties by the degree of fault, up to large amounts a year for repeated violations, and states can sue. Whoever knowingly obtains or discloses PHI without permission can be punished by a fine and imprisonment. Your organization has to apply sanctions to members of its workforce who violate its policies.

More important are the people behind the records. Health information cannot be changed like a password once it is known. Handle it as you want yours to be handled.`,
    },
  ],
  questions: [
    {
      question: 'Which of these is protected health information?',
      choices: [
        'The number of patients of a clinic in a year.',
        'A calendar entry with the name of a person and the name of a clinic.',
        'A brochure about a disease.',
      ],
      correctChoice: 1,
      explanation: 'It connects a person with care. That somebody is a patient at all is protected.',
    },
    {
      question: 'A friend is in the hospital whose data you process. May you look up how your friend is doing?',
      choices: ['Yes, if your friend would not mind.', 'Yes, if you tell nobody.', 'No.'],
      correctChoice: 2,
      explanation: 'Access needs a reason of work. It is logged, and curiosity is a violation even without disclosure.',
    },
    {
      question: 'A customer sends you a file with PHI by common e-mail. What do you do?',
      choices: [
        'You reply to it and ask for an encrypted copy.',
        'You report it, and ask in a new message without the content to use the way that is provided.',
        'You forward it to your private address to keep it from the server.',
      ],
      correctChoice: 1,
      explanation: 'A reply would send the content once more over the same way. The privacy officer decides what follows.',
    },
    {
      question: 'When does a breach count as discovered?',
      choices: [
        'When any member of the workforce knows of it, or should have.',
        'When the privacy officer has assessed it.',
        'When an affected person complains.',
      ],
      correctChoice: 0,
      explanation: 'From then on the time for informing people runs, so each hour that you wait is missing later.',
    },
    {
      question: 'You removed all names from a list of treatments with dates and postal codes. Is it de-identified?',
      choices: ['Yes, because nobody is named.', 'No.', 'Yes, if the list is long.'],
      correctChoice: 1,
      explanation: 'Dates and small areas are identifiers too. De-identification follows a fixed list or the opinion of an expert.',
    },
  ],
};
