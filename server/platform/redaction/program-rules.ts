/** Rules for passwords and keys in the files and commands of other programs. */
import { isOrdinary } from './ordinary-words.ts';
import type { SecretRule } from './rule.ts';

export const programRules: readonly SecretRule[] = [
  {
    id: 'pgpass',
    description: 'Lines of .pgpass: host:port:database:user:password',
    marks: [':'],
    pattern:
      /((?<![\w:./*-])(?:\*|[a-z0-9][a-z0-9._-]{0,252}):(?:\*|\d{3,5}):(?:\*|[\w.-]{1,63}):(?:\*|[\w.@-]{1,63}):)(?:\\.|[^\s:\\"'`,;<>]){4,200}(?=["'`,;<>\\]|\s|$)/g,
    examples: [
      ['db.example.com:5432:app:reporting:', 'kestrel'],
      ['*:*:*:postgres:', 'Kestrel-Harbor-77'],
      ['localhost:5432:*:app:', 'a\\:b\\\\c'],
    ],
    lookalikes: [
      'ISO:27001:2022:Annex:A.5.1',
      'db.example.com:5432:app',
      '00:11:22:33:44:55',
      'arn:aws:iam:us-east-1:123456789012:role/Admin',
    ],
  },
  {
    id: 'netrc',
    description: 'Passwords in .netrc: login … password …',
    marks: ['login'],
    pattern: /(\blogin\s{1,4}\S{1,100}\s{1,4}password\s{1,4})[^\s"\\]{3,200}/gi,
    isSecret: (value) => !isOrdinary(value),
    examples: [['machine api.example.com login deploy password ', 'kestrel']],
    lookalikes: ['The login form password is never stored.', 'login and password'],
  },
  {
    id: 'curl-user',
    description: 'Names and passwords of curl and wget: -u name:password',
    marks: ['-u', '--user'],
    pattern: /((?<![\w-])(?:-u|--(?:proxy-)?user)[ =]?["']?[\w.@+-]{1,100}:)(?![/\s])[^\s"'@]{3,200}/g,
    examples: [
      ['curl -u deploy:', 'kestrel', ' https://api.example.com'],
      ['curl --user "deploy:', 'kestrel', '" https://api.example.com'],
    ],
    lookalikes: ['docker run -u 1000:100 app', 'sort -u file', 'curl -u is an option'],
    isSecret: (value) => !/^\d+$/.test(value),
  },
  {
    id: 'sshpass',
    description: 'Passwords of sshpass',
    marks: ['sshpass'],
    pattern: /(\bsshpass\s{1,4}-p\s{0,4}["']?)[^\s"']{1,200}/g,
    examples: [['sshpass -p ', 'kestrel', ' ssh root@backup01']],
    lookalikes: ['sshpass -f file', 'sshpass -e ssh'],
  },
  {
    id: 'settings-element',
    description: 'Passwords as attributes of settings, as in nuget.config: key="Password" value="…"',
    marks: ['value='],
    pattern:
      /((?:key|name)\s?=\s?["'][\w.:-]{0,60}(?:password|secret|token|apikey|accesskey)["']\s{1,4}value\s?=\s?["'])[^"'\r\n]{1,500}/gi,
    examples: [['<add key="ClearTextPassword" value="', 'kestrel', '" />']],
    lookalikes: ['<add key="PasswordPolicy" value="strict" />', '<input name="password" value="" />'],
  },
  {
    id: 'putty-key',
    description: 'Private lines of keys of PuTTY',
    marks: ['private-lines:'],
    pattern: /(?<=private-lines: {0,4}\d{1,4}\r?\n)[A-Za-z0-9+/=\r\n]{4,}/gi,
    examples: [
      ['PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n', 'AAAAIHx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4', '\nPrivate-MAC: 00'],
    ],
    lookalikes: ['Private-Lines: 1'],
  },
  {
    id: 'password-hash',
    description: 'Hashes of passwords, as in /etc/shadow and .htpasswd',
    marks: ['$'],
    pattern: /(?<![\w$])\$(?:2[abxy]|y|gy|[156]|7|apr1|argon2(?:id?|d)|scrypt|pbkdf2(?:-sha\d{1,3})?)\$[\w$./+=,-]{20,300}/g,
    examples: [['$2b$12$', 'x8Kd2Lm4Qz7Rt9Vw1Yb3NcuXe6Zg8Hj0Kl2Mn4Pq6Rs8Tu0Vw2Xy']],
    lookalikes: ['$6$', 'between $5$ and $7$'],
  },
];
