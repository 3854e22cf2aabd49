import type { Lesson } from '../lesson.ts';

export const incidentReporting: Lesson = {
  title: 'Reporting security incidents',
  description: 'You recognize a security incident, report it at once and help to limit the damage.',
  sections: [
    {
      title: 'What an incident is',
      content: `An incident is anything that has harmed, or could have harmed, the confidentiality, the correctness or the availability of information. You do not have to prove that. A suspicion is enough.

- You clicked a strange link, or entered your password on a strange page.
- You sent a file to the wrong person, or found one that you should not be able to see.
- A device, a badge or a paper file is lost.
- A program behaves unusually, files have new names, or somebody demands money.
- Somebody unknown walks through the office or asks unusual questions.
- A supplier tells you about an incident of their own.
- You notice that a rule or a protection does not work in practice.`,
    },
    {
      title: 'Report first',
      content: `Report at once, by the way that your organization has named, and by telephone when it is urgent. Do not first try to find the cause, and do not wait until you have time. For some incidents, the law gives the organization only a few days or hours to inform authorities, customers or the people concerned, and the time begins when anybody in the organization knows.

Say what you noticed, when, on which device or account, and what you have done since. You need not know everything. If you cannot use your normal device or mailbox, because they could be affected, use the telephone.`,
    },
    {
      title: 'Until help arrives',
      content: `Limit the damage without destroying traces:

- Disconnect an infected device from the network, but leave it switched on.
- Do not delete messages, files or logs, even embarrassing ones.
- Do not restore or reinstall anything on your own.
- If you sent something to the wrong person, ask them to delete it, and keep the answer.
- Write down times and what you saw. A photo of the screen helps.

Then follow the instructions of the people who handle the incident.`,
    },
    {
      title: 'Speak with the right people only',
      content: `During an incident, half-known facts do harm. Do not discuss it in open channels, with customers, with the press or on social networks, and pass questions on to the person who is named for them. Attackers may read along in chats and mailboxes, so use the channels that the team names.

Never negotiate with or pay an attacker, and do not answer their messages.`,
    },
    {
      title: 'Nobody is punished for reporting',
      content: `Errors happen to everybody who works. An organization that punishes honest reports soon gets none, and learns of incidents from the news. Therefore, an honest and quick report is always right, also when you caused the incident yourself, and also when it turns out to be nothing.

After an incident, the team looks for what made it possible and changes that. Your observations help: say what was unclear, what took too long and what would have prevented it. If you see wrongdoing that you do not want to report to your manager, use the confidential way for whistleblowers if your organization has opened one.`,
    },
  ],
  questions: [
    {
      question: 'You sent a list of customers to the wrong person, who has promised to delete it. Is there anything to report?',
      choices: ['No, because it was deleted.', 'Yes, at once.', 'Only if the person was a stranger.'],
      correctChoice: 1,
      explanation:
        'It is an incident all the same. Whether others have to be informed is for the organization to decide, and the time runs.',
    },
    {
      question: 'Files on your computer suddenly have other names, and a window demands money. What do you do first?',
      choices: [
        'You switch the computer off.',
        'You disconnect it from the network and report it by telephone.',
        'You restore your files from a backup.',
      ],
      correctChoice: 1,
      explanation: 'This stops the spread and keeps the traces. A backup that is connected now could be encrypted as well.',
    },
    {
      question: 'You are not sure whether what you saw is an incident. What is right?',
      choices: ['You report it.', 'You watch it for a few days.', 'You ask in the channel of your team.'],
      correctChoice: 0,
      explanation: 'A suspicion is enough, and a false alarm costs little. Others in the channel cannot judge it either.',
    },
    {
      question: 'A journalist calls and asks about an incident. What do you say?',
      choices: [
        'What you know for certain.',
        'That nothing has happened.',
        'That you pass the question on to the person who answers for it.',
      ],
      correctChoice: 2,
      explanation: 'Half-known facts do harm, and so do denials that turn out to be wrong.',
    },
  ],
};
