import type { Lesson } from '../lesson.ts';

export const phishing: Lesson = {
  title: 'Recognizing phishing and other deception',
  description: 'You recognize messages and calls that try to deceive you, and you know what to do with them.',
  sections: [
    {
      title: 'Why attackers write to you',
      content: `Breaking into a well-kept system is hard work. Asking a person for the key is easier, so most attacks begin with a message. The sender wants one of four things: your password, a code that was just sent to you, money, or a program that you start for them.

You do not need a high position to be a target. Whoever can read a shared folder, pay an invoice or reset a password for somebody else is worth an attempt. A message can also be only the first step: attackers who hold one mailbox use it to write to its contacts, who trust the name.`,
    },
    {
      title: 'How deception looks',
      content: `A deceptive message gives you a reason to act before you think. Look for this pattern rather than for bad spelling, which has become rare:

- Pressure: an account is about to be closed, a payment is overdue, a manager needs it in ten minutes.
- Secrecy: please keep this between us, I am in a meeting and cannot talk.
- A change of habit: a supplier with a new bank account, a colleague with a new phone number.
- A demand for a secret: a password, a sign-in code, a recovery phrase.
- A detour: a link, a code to scan with your phone, an attachment that asks you to enable something.

The name of a sender proves nothing, because anybody can choose it. Read the address behind it, letter by letter: example-support.com does not belong to example.com. In a web address, what counts stands directly before the first single slash.`,
    },
    {
      title: 'Calls, voices and pictures',
      content: `Deception also comes by telephone, text message, chat and video call. A voice or a face can be copied well enough to fool people who know its owner. The number that your phone displays can be set by the caller.

Therefore, trust the channel and not the voice. When somebody asks for money, for access or for confidential data, end the conversation and contact the person by a way that you already know: the number in the directory, not the one in the message. Honest callers understand this, and nobody in this organization is in trouble for checking back.`,
    },
    {
      title: 'What you do with a suspicious message',
      content: `Do not reply, do not open links or attachments, and do not forward the message to colleagues to ask what they think of it. Report it by the way that your organization has named, for example the report button of your mail program or the security contact. Then delete it.

When you expect something from the sender, open the website yourself by typing its address or by your bookmark, and look whether the request is there.

Sign-in requests that you did not cause are a sign that somebody has your password. Deny them, change the password and report it. Never approve one to make the requests stop.`,
    },
    {
      title: 'When you have already clicked',
      content: `It happens to careful people too, and the first minutes matter most. Report it at once, even if you are not sure. Say what you clicked, what you entered and on which device. Do not switch the device off, because traces could be lost, but disconnect it from the network if you opened a file.

If you entered a password, change it from another device, there and wherever you used the same one. Do not wait to see whether anything happens: attackers often use what they got within the hour. A quick report is always right and has no disadvantages for you.`,
    },
  ],
  questions: [
    {
      question: 'Your manager asks you by text message, from an unknown number, to pay an invoice today. What do you do?',
      choices: [
        'You pay, because the message names the right project.',
        'You reply and ask for the reason.',
        'You call your manager by the number that you already have.',
      ],
      correctChoice: 2,
      explanation: 'Only a channel that you already know tells you who is asking. A reply reaches the same stranger again.',
    },
    {
      question: 'Which address belongs to the website of example.com?',
      choices: ['https://example.com.account-check.net/login', 'https://login.example.com/account', 'https://example-com.net/login'],
      correctChoice: 1,
      explanation: 'What counts stands directly before the first single slash: the last parts of the name have to be example.com.',
    },
    {
      question: 'Your phone asks again and again to approve a sign-in that you did not start. What does that mean?',
      choices: [
        'The app has an error, and approving once ends it.',
        'Somebody probably has your password, so you deny, change it and report it.',
        'You can ignore it as long as you do not approve.',
      ],
      correctChoice: 1,
      explanation: 'The second factor is asked for after the right password was entered. Without a change, the attempts continue.',
    },
    {
      question: 'You entered your password on a page that you now find strange. When do you report it?',
      choices: [
        'At once.',
        'When something unusual happens in your account.',
        'After changing the password, there is nothing left to report.',
      ],
      correctChoice: 0,
      explanation: 'The security contact can end sessions and warn others only if they know, and the first minutes matter most.',
    },
  ],
};
