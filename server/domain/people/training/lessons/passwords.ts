import type { Lesson } from '../lesson.ts';

export const passwords: Lesson = {
  title: 'Passwords and multi-factor authentication',
  description: 'You protect each account with a password of its own and a second factor, and you know how to keep both safe.',
  sections: [
    {
      title: 'How passwords get lost',
      content: `Passwords are rarely guessed one by one at the door. They are lost in three ways. A website is broken into, and its list of passwords is published. A person enters the password on a false page. A program on an infected device reads what is typed or stored.

Whoever has a list tries each pair of address and password at hundreds of other services, automatically. So the most dangerous password is one that you use twice: the weakest of your accounts then decides how safe the strongest is.`,
    },
    {
      title: 'Good passwords, and who remembers them',
      content: `A good password is long and used for one account only. Length counts more than strange characters, because each further character multiplies the work of guessing. Names, dates, keyboard patterns and a common word with a number at the end are on every list that attackers try first.

Let the password manager that your organization provides invent and remember passwords. It has two more advantages: it fills a password in only on the right website, so its silence on a page is a warning, and it shows which passwords were found in published lists.

A few passwords have to be in your head, such as the one of your computer and the one of the password manager. Take four or five words that have nothing to do with each other and with you.`,
    },
    {
      title: 'The second factor',
      content: `With multi-factor authentication, a password alone opens nothing: you also show something that you have, such as a key or a phone. Switch it on wherever it is offered, and first of all for your mailbox, because whoever reads your mail can reset most other passwords.

Not all factors are equally strong:

- Passkeys and security keys are bound to the real website and cannot be used on a false one. Prefer them.
- A code from an app is good, but can be entered on a false page. Look at the address first.
- A code by text message is better than nothing. Telephone numbers can be taken over.

Keep the recovery codes in the password manager or on paper in a safe place, never in your mailbox. Enroll two factors if you can, so that a lost phone does not lock you out.`,
    },
    {
      title: 'What you never do',
      content: `- Tell nobody your password or a sign-in code. No administrator needs it, and whoever asks for it is no administrator.
- Do not use an account together. When several people need access, each of them gets an account, so that it remains visible who did what.
- Do not write passwords into documents, tickets, chats or source code. Secrets of programs belong into the store that your organization has chosen for them.
- Do not take a password of your work for private accounts, or the reverse.
- Do not save passwords of your work in the browser of a private device.`,
    },
    {
      title: 'When to change a password',
      content: `A long password of its own does not become worse with time, so changing it every month helps nobody. Change it at once when you entered it somewhere strange, when the service reports a break-in, when the device that you used was infected, or when somebody else knew it and no longer needs it.

Report to your security contact what happened. They can end open sessions, which a new password alone does not always do, and see whether the account was used.`,
    },
  ],
  questions: [
    {
      question: 'What makes a password strong against guessing?',
      choices: ['A capital letter and a digit at the end.', 'Its length, and that it is used nowhere else.', 'A new one every month.'],
      correctChoice: 1,
      explanation:
        'Patterns such as a digit at the end are tried first. Length multiplies the work, and a password of its own limits the damage.',
    },
    {
      question: 'Your password manager does not offer to fill in the password on a sign-in page. What is the best next step?',
      choices: [
        'You copy the password and paste it.',
        'You check the address of the page, because it may be a false one.',
        'You set a new password on this page.',
      ],
      correctChoice: 1,
      explanation: 'The password manager compares the address exactly, which people do not. Its silence is a warning.',
    },
    {
      question: 'Which second factor protects best against false sign-in pages?',
      choices: ['A passkey or a security key.', 'A code by text message.', 'A code from an app.'],
      correctChoice: 0,
      explanation: 'It is bound to the real address. Codes can be entered on a false page, which passes them on.',
    },
    {
      question: 'A person from support asks for the code that you just received. What do you do?',
      choices: ['You read it out, because it expires soon.', 'You send it by mail.', 'You refuse, and report the request.'],
      correctChoice: 2,
      explanation: 'Support never needs your codes. The code completes a sign-in that somebody else has started.',
    },
  ],
};
