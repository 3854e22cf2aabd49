/** Names of fields whose values are secret, compared in lower case and without `-`, `_`, `.` and spaces. */

/** Parts of a name, such as `token` in `accessTokenHash`. */
const secretParts =
  /password|passwd|passphrase|passcode|passwort|kennwort|wachtwoord|secret|token|credential|apikey|appkey|privatekey|accesskey|accountkey|sshkey|signingkey|encryptionkey|masterkey|storagekey|authorization|totp|connectionstring/;
/** Additional parts for names from other systems: headers, and ids of sessions. */
const foreignParts = /cookie|bearer|session/;
/** Name endings, for systems that describe secrets in other names: `passwordPolicy` is not secret, but `adminPassword` is. */
const secretEndings =
  /(?:passwords?|passwd|passphrases?|secrets?|tokens?|credentials?|privatekeys?|publickeys?|accesskeys?|accesskeyid|secretaccesskey|accountkeys?|apikeys?|signingkeys?|encryptionkeys?|connectionstrings?|sessionid|sessiontokens?|bearer|authorization|cookies?)$/;
/** Names that may belong to a secret, depending on the value. */
const weakEndings = /(?:^|[^a-z])(?:key|pwd|pass|auth|sig|signature|salt|seed|pin)$|(?:Key|Pwd|Pass|Auth|Pin)$/;

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[-_.\s]/g, '');
}

export function isSecretName(name: string): boolean {
  return secretParts.test(normalizeName(name));
}

/** @returns whether the name is secret in data from another system */
export function isForeignSecretName(name: string): boolean {
  const normalizedName = normalizeName(name);
  return secretParts.test(normalizedName) || foreignParts.test(normalizedName);
}

/** @returns whether the name denotes a secret value and not just a property of a secret */
export function endsAsSecret(name: string): boolean {
  return secretEndings.test(normalizeName(name));
}

/** @returns whether the value of this name is secret if it looks like a key */
export function isWeakSecretName(name: string): boolean {
  return weakEndings.test(name);
}

const passwordNames = /(?:^|[-_.\d])(?:pw|pwd)$|[-_]pass$/i;

/** @returns whether it is a short form of "password", as in `DB_PASS` */
export function isPasswordName(name: string): boolean {
  return passwordNames.test(name);
}
