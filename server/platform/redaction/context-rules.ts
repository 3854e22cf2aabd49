/** Rules for secrets recognized by their context or structure. */
import { isOrdinary } from './ordinary-words.ts';
import { isKeyLike, isMixed, isRandom } from './random.ts';
import type { SecretRule } from './rule.ts';

/** Returns whether a clause ends after a value: `the password is kraken, …`, but not `the password is kraken-like in …`. */
function endsClause(value: string, next: string): boolean {
  return /[.!?:]$/.test(value) || /^(?:$|[\r\n,;)"'”’`]|\s(?:and|or|but|für|for|on)\b)/.test(next);
}

function isNameAndPassword(base64: string): boolean {
  const text = Buffer.from(base64, 'base64').toString('latin1');
  return text.includes(':') && /^[\x20-\x7e]*$/.test(text);
}

export const contextRules: readonly SecretRule[] = [
  {
    id: 'private-key',
    description: 'Private keys in PEM, to the end of the block',
    marks: ['private key'],
    // The lazy match takes one step per character, even if there is no end.
    pattern: /-{4,5} ?BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)? ?-{4,5}[\s\S]*?(?:-{4,5} ?END[^\n-]{0,60}-{0,5}|$)/g,
    examples: [
      ['-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA ', 'PRIVATE KEY-----'],
      [
        '-----BEGIN RSA ',
        'PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,3F17F531\n\nMIIEpAIBAAKCAQEA\n-----END RSA ',
        'PRIVATE KEY-----',
      ],
      ['-----BEGIN PGP ', 'PRIVATE KEY BLOCK-----\nComment: a-b-c\n\nlQOYBF0x\n=abcd\n-----END PGP ', 'PRIVATE KEY BLOCK-----'],
    ],
    lookalikes: ['-----BEGIN CERTIFICATE-----\nMIIEpAIBAAKCAQEA\n-----END CERTIFICATE-----', 'A private key never leaves the device.'],
  },
  {
    id: 'json-web-token',
    description: 'JSON Web Tokens, signed or not',
    marks: ['eyj'],
    // A part of 1 to 2,048 characters before the dot. Rejecting a longer part first avoids trying each shorter length.
    pattern: /(?<![A-Za-z0-9])eyJ(?![\w-]{2049})[\w-]+\.[\w.-]*/g,
    examples: [['eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiJhbGV4In0', '.c2lnbmF0dXJl']],
    lookalikes: ['eyJ', 'keyJar.open'],
  },
  {
    id: 'url-password',
    description: 'Passwords in the address of a database or another service',
    marks: ['://'],
    pattern: /((?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,40}:\/\/[^\s/:@"'<>]{0,64}:)[^\s/"'<>]{1,96}(?=@)/g,
    examples: [
      ['postgres://app:', 'hunter', '@db.example.com:5432/app'],
      ['redis://:', 'kr4ken', '@cache.example.com'],
    ],
    lookalikes: ['https://example.com:8443/@team', 'mailto:team@example.com', 'http://localhost:8080/a@b'],
  },
  {
    id: 'link-signature',
    description: 'Signatures that open a link',
    marks: ['sig=', 'signature='],
    pattern: /([?&](?:x-amz-|x-goog-)?sig(?:nature)?=)[\w%+/=.-]{16,}/gi,
    examples: [['https://files.example.com/a.pdf?sv=2024&sig=', 'Zx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5%2B']],
    lookalikes: ['https://example.com/?sig=short', 'signature=yes'],
  },
  {
    id: 'bearer',
    description: 'Bearer tokens',
    marks: ['bearer'],
    pattern: /\bbearer\s{1,4}[\w.~+/=-]+/gi,
    isSecret: (value) => /\d/.test(value) || value.length >= 27,
    examples: [
      ['Bearer ', 'abc.def-123'],
      ['bearer ', 'abcdefghijklmnopqrstuvwxyz'],
    ],
    lookalikes: ['Bearer tokens are accepted'],
  },
  {
    id: 'basic-header',
    description: 'Names and passwords in a Basic header',
    marks: ['basic'],
    pattern: /(\bbasic\s{1,4})[A-Za-z0-9+/]{6,}={0,2}/gi,
    isSecret: isNameAndPassword,
    examples: [['Authorization: Basic ', 'dXNlcjpwYXNz']],
    lookalikes: ['basic authentication', 'Basic controls'],
  },
  {
    id: 'aws-secret-key',
    description: 'Secret access keys of AWS, which have 40 characters and no mark',
    marks: [''],
    pattern: /(?<![A-Za-z0-9+/=_.-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])/g,
    isSecret: isRandom,
    examples: [['wJalrXUtnFEMI/K7MDENG/', 'bPxRfiCYzXaMpLeKeY']],
    lookalikes: ['da39a3ee5e6b4b0d3255bfef95601890afd80709', 'server/areas/assurance-to-customers/questionnaires/rules/abcdef'],
  },
  {
    id: 'command-line',
    description: 'Values of options such as --password',
    marks: ['--'],
    pattern: /((?<![\w-])--[\w-]{0,40}(?:password|passwd|passphrase|token|secret|api-?key|access-?key)[ =]{1,2}["']?)[^\s"'-][^\s"']*/gi,
    examples: [
      ['mysql --password ', 'kraken'],
      ['deploy --api-key=', 'a1b2'],
    ],
    lookalikes: ['use --password-stdin', '-- the token bucket'],
  },
  {
    id: 'password-phrase',
    description: 'Passwords in a sentence: the password (of …) is …',
    marks: ['pass'],
    pattern:
      /((?<![^\W_])pass(?:word|wd|phrase|code)(?:\s{1,3}(?:of|for|to|on|in|at)(?:\s{1,3}[\w.@'’-]{1,60}){1,8}?)?(?:[*_`]|<\/?[a-z]{1,10}>){0,4}\s{0,3}(?::|=|\bis\b|\bwas\b)(?:[*_`]|<\/?[a-z]{1,10}>){0,4}\s{0,3}(?:(?:now|still|set\sto)\s{1,3})?(?:["'“„‘`*]|<[a-z]{1,10}>){0,4})[^\s"'“”„‘’`,;()[\]<]{3,100}/gi,
    isSecret: (value, next) => isMixed(value) || (endsClause(value, next) && !isOrdinary(value)),
    examples: [
      ['The root password of backup01.example.com is ', 'Kestrel-Harbor-77', ' and must not leave the team.'],
      ['the password is "', 'kraken', '".'],
      ['Password: ', 'Sommer2024!'],
      ['**Password:** ', 'Tr0ub4dor&3'],
      ['_Password:_ ', 'Tr0ub4dor&3'],
      ['<b>Password:</b> ', 'Tr0ub4dor&3', '</p>'],
    ],
    lookalikes: [
      'The password is required and changed after 90 days.',
      'A password is at least 14 characters long.',
      'The password of each service account is stored in the vault.',
      'Password: required',
    ],
  },
  {
    id: 'password-phrase-translated',
    description: 'The same in German, French, Spanish, Italian, Dutch and Portuguese',
    marks: ['passwort', 'kennwort', 'mot de passe', 'contrase', 'password', 'wachtwoord', 'senha'],
    pattern:
      /((?:passwort|kennwort|mot de passe|contraseña|wachtwoord|senha|password)(?:\s{1,3}(?:von|für|des|der|de|du|del|di|da|do|voor|van|per|para|pour)(?:\s{1,3}[\p{L}\d_.@'’-]{1,60}){1,6}?)?\s{0,3}(?::|=|ist|lautet|heißt|est|es|è|is|é)\s{0,3}["'“„«»‘`]?\s?)[^\s"'“”„«»‘’`,;()[\]]{3,100}/giu,
    isSecret: isMixed,
    examples: [
      ['Das Passwort für den Server lautet ', 'Sonne#77', '.'],
      ['Le mot de passe est « ', 'Mouette22', ' ».'],
      ['La contraseña es ', 'Gaviota_99'],
    ],
    lookalikes: ['Das Passwort ist vertraulich.', 'Le mot de passe est obligatoire.'],
  },
  {
    id: 'secret-phrase',
    description: 'Keys, tokens and pins in a sentence: the API key is …',
    marks: ['key', 'token', 'secret', 'credential', 'schlüssel', 'zugangsdaten'],
    pattern:
      /((?<![\p{L}\d_-])(?:(?:api|access|secret|private|ssh|license|master|recovery|encryption|signing)[\s-]?(?:key|token|code)|client\ssecret|secret|token|key|credentials?|api-schlüssel|zugangsdaten)(?:\s{1,3}(?:of|for|to|on|in|at|für|von)(?:\s{1,3}[\p{L}\d_.@'’-]{1,60}){1,6}?)?\s{0,3}(?::|=|\bis\b|\bare\b|\bist\b|\bsind\b|\blautet\b)\s{0,3}["'“„‘`]?)[^\s"'“”„‘’`,;()[\]]{4,200}/giu,
    isSecret: (value) => isKeyLike(value) || (isMixed(value) && value.length >= 8),
    examples: [
      ['The API key for billing is ', 'kx82mfpq91zz'],
      ['the key is ', '5f2c9e81d7b3a0465f2c9e81d7b3a046'],
    ],
    lookalikes: ['The key is rotated every year.', 'The token is valid for 15 minutes.', 'Key: 2026', 'The secret is 256-bit'],
  },
  {
    id: 'pin-phrase',
    description: 'Numbers that open a door, a phone or a card: the PIN is …',
    marks: ['pin', 'passcode', 'door code', 'access code', 'alarm code', 'gate code'],
    pattern:
      /((?<![\w-])(?:pin(?:\s(?:code|number))?|passcode|(?:door|access|alarm|gate|safe|lock)\scode)(?:\s{1,3}(?:of|for|to|on|in|at)(?:\s{1,3}[\w.@'’-]{1,60}){1,6}?)?\s{0,3}(?::|=|\bis\b)\s{0,3}["'“„‘`#]?)\d{4,8}(?!\d)/gi,
    examples: [
      ['PIN: ', '4821'],
      ['The door code for the server room is ', '20394', '#'],
    ],
    lookalikes: ['A PIN is at least 6 digits long.', 'Pinned: 2026'],
  },
  {
    id: 'password-value',
    description: 'A password right behind the word: with password …',
    marks: ['password', 'passwort', 'pwd', 'pass '],
    pattern: /(\b(?:password|passwort|passwd|passphrase|pwd)\s{1,3}["'“„‘`]?)[^\s"'“”„‘’`,;()[\]]{8,100}/gi,
    isSecret: (value) => isMixed(value) && /\d/.test(value) && /[a-z]/.test(value) && /[^a-z\d]/.test(value.replace(/(?<!\W)\W+$/, '')),
    examples: [['log in as root with password ', 'Kestrel-Harbor-77']],
    lookalikes: ['password requirements of NIST SP 800-63B', 'password SHA256-hashes'],
  },
];
