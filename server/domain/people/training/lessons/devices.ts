import type { Lesson } from '../lesson.ts';

export const devices: Lesson = {
  title: 'Devices and remote work',
  description: 'You keep your devices in good order and work as safely at home and on the road as in the office.',
  sections: [
    {
      title: 'A device in good order',
      content: `Four settings prevent most damage, and your organization may check them automatically:

- Updates are installed soon after they appear, and the device is restarted for them. Attackers read the list of repaired errors, too.
- The disk is encrypted, so a thief gets a device and no data.
- The screen locks by itself after a few minutes, and you lock it whenever you leave it.
- The protection against malicious programs and the firewall are on.

Do not postpone an update for weeks and do not switch protection off because a program asks for it. When something does not work with these settings, report it. There is usually a solution that does not weaken the device.`,
    },
    {
      title: 'What you install and connect',
      content: `Each program runs with your rights and sees what you see. Install only what your organization allows, from the place that it names, and remove what you no longer use. Browser extensions are programs as well: many of them read every page that you open.

Do not connect storage sticks or cables that you found or got as a present. Charge your phone with your own power supply rather than at a computer of somebody else. Work on the device that you were given for it, and use a private device only if your organization permits that and under its conditions.`,
    },
    {
      title: 'At home',
      content: `Your home network is now a part of the workplace. Change the password that was printed on the router, install its updates, and use the strongest encryption that it offers. Put television sets, cameras and toys into the guest network if there is one.

Work at a place where others cannot read along, and hold confidential conversations where others cannot listen. Nobody else uses your work device, not even for a moment, and neither family nor guests need to know what you work on. Speech assistants in the room listen, too.`,
    },
    {
      title: 'On the road',
      content: `In trains and cafés, people see your screen and hear your calls. Use a privacy filter, sit with your back to a wall, and leave confidential work for another place. Never leave a device alone, neither in a car nor in a conference room.

A public network may be operated by anybody who chose its name. Use the connection of your phone or the VPN of your organization. Never accept a certificate that your browser warns about. Before you travel to another country, ask whether rules for devices and data apply there.`,
    },
    {
      title: 'Lost or stolen',
      content: `Report a lost or stolen device at once, at any time of the day, even when you still hope to find it. The device can then be locked and erased from afar, its sessions can be ended, and its access can be withdrawn. This works best while it is still switched on.

Say what was on it, whether it was locked, and when you saw it last. The same holds for badges, keys, security keys and paper files.`,
    },
  ],
  questions: [
    {
      question: 'An update asks for a restart while you are busy. What is reasonable?',
      choices: [
        'You postpone it until the evening of the same day.',
        'You postpone it until the project ends.',
        'You switch automatic updates off.',
      ],
      correctChoice: 0,
      explanation: 'A few hours are fine. From the day of an update, attackers know the error that it repairs.',
    },
    {
      question: 'You find a storage stick in the parking lot of your organization. What do you do?',
      choices: [
        'You connect it to find out whose it is.',
        'You hand it to the security contact without connecting it.',
        'You connect it to a computer without a network.',
      ],
      correctChoice: 1,
      explanation: 'It may contain a program that starts by itself, or not be a stick at all. Such sticks are left for people to find.',
    },
    {
      question: 'Your bag with your encrypted laptop was stolen on a Saturday. When do you report it?',
      choices: ['On Monday, because the disk is encrypted.', 'At once.', 'When the police have not found it within a week.'],
      correctChoice: 1,
      explanation: 'Sessions and access can be withdrawn at once. Encryption protects less while the device is only locked.',
    },
    {
      question: 'Which connection do you prefer in a café?',
      choices: ['The network with the name of the café.', 'Any network with a password.', 'The connection of your phone.'],
      correctChoice: 2,
      explanation: 'Anybody can open a network with the name of the café, and a password that all guests know protects nobody.',
    },
  ],
};
