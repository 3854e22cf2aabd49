import type { Lesson } from '../lesson.ts';

export const dataHandling: Lesson = {
  title: 'Handling data with care',
  description: 'You know how sensitive the data is that you work with, and you share, keep and delete it accordingly.',
  sections: [
    {
      title: 'Know what you have in front of you',
      content: `Data needs protection according to the harm that its loss, change or disclosure would do. Most organizations use a few classes, for example public, internal, confidential and strictly confidential. The policy of your organization gives the names that apply to you.

When you are unsure, ask yourself who would be harmed if this were on the front page tomorrow. If it is a person or a customer, treat the data as confidential. Credentials, health data, payment data and copies of identity documents are always in the highest class, even a single record.`,
    },
    {
      title: 'Personal data',
      content: `Everything that can be related to a living person is personal data: a name, an e-mail address, a customer number, a location, a photo, and often the combination of facts that are harmless one by one. The data belongs to the person and not to us. We may use it only for the purpose for which it was given, only as much as that needs, and only for as long.

People may ask what we know about them, and have it corrected or deleted. Such a request can reach anybody, on paper or in a chat, and does not need special words. Pass it on the same day to the person who is responsible for privacy, because deadlines begin when it arrives. Do not answer it yourself.`,
    },
    {
      title: 'Share the least that is enough',
      content: `Before you share something, answer three questions: does this person need it, does this person need all of it, and does this way keep it safe?

- Share a link to named people rather than a copy. A link can be withdrawn.
- Check the recipients once more before you send. A wrong address is the most frequent cause of a data breach.
- Remove hidden content such as further sheets, comments and the history of changes.
- Use only services that your organization has approved. Free converters, translators and assistants may keep what you enter.
- Never copy data of customers into tests, examples or presentations. Use invented data.`,
    },
    {
      title: 'Tools that learn from what you enter',
      content: `What you type into an assistant, an online translator or a browser extension leaves the organization. Depending on the contract, the provider may store it, let people read it, or train on it. Therefore, enter confidential or personal data only where your organization has approved the service for this class of data.

Treat what such tools produce as a draft of a stranger. Check facts, sources and code before you rely on them, and remember that you remain responsible for the result.`,
    },
    {
      title: 'Keep, and delete',
      content: `Data that no longer exists cannot be lost. Keep what the retention rules demand, in the place that is meant for it, and delete the rest: exports on your desktop, old attachments, recordings that nobody needs, paper in your drawer. Paper with confidential content goes into the shredder and not into the bin.

Before a device or a storage medium is given away, it has to be erased by the people who are responsible for it, because deleting files does not remove their content. When legal proceedings are announced, the opposite holds: delete nothing that is related to them until you are told otherwise.`,
    },
  ],
  questions: [
    {
      question: 'A customer writes in a support chat that they want to know what data you have about them. What do you do?',
      choices: [
        'You send a screenshot of the record.',
        'You ask the customer to fill in a form by mail.',
        'You pass it on the same day to the person who is responsible for privacy.',
      ],
      correctChoice: 2,
      explanation: 'The request counts in any form, and the deadline has begun. First somebody has to verify who is asking.',
    },
    {
      question: 'You need realistic records to test an import. Which do you use?',
      choices: ['An export of customers, which you delete afterwards.', 'Invented records.', 'An old export of customers.'],
      correctChoice: 1,
      explanation: 'Data was given for its purpose, and a test is none. Test systems are usually protected less well, too.',
    },
    {
      question: 'What is the most frequent cause of a data breach that you can prevent yourself?',
      choices: ['A message to a wrong recipient.', 'A break-in into a data center.', 'A broken disk.'],
      correctChoice: 0,
      explanation: 'Suggestions of the mail program and long lists of recipients make this easy. One look before sending prevents it.',
    },
    {
      question: 'You want a contract with a customer summarized by an assistant on the internet. When is that allowed?',
      choices: [
        'When you delete the conversation afterwards.',
        'When your organization has approved the service for confidential data.',
        'When you remove the letterhead.',
      ],
      correctChoice: 1,
      explanation: 'The content leaves the organization when you enter it. Deleting it from your view does not undo that.',
    },
  ],
};
