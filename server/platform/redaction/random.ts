/** Recognizes random texts such as keys, as opposed to words, names and paths. */

const characterClasses = [/[a-z]/, /[A-Z]/, /\d/];
/** Minimum share of adjacent characters that change between lower case, upper case and digits. */
const minChanges = 0.3;

/** @returns whether lower case, upper case and digits alternate as in Base64 */
export function isRandom(text: string): boolean {
  const characters = text.replace(/[^A-Za-z0-9]/g, '');
  if (characters.length < 16 || !characterClasses.every((characterClass) => characterClass.test(characters))) return false;
  const classIndexes = [...characters].map((character) => characterClasses.findIndex((characterClass) => characterClass.test(character)));
  const changes = classIndexes.filter((characterClass, index) => index > 0 && characterClass !== classIndexes[index - 1]).length;
  return changes / (characters.length - 1) >= minChanges;
}

/** @returns whether it is as long and mixed as a key in Base64 or hexadecimal */
export function isKeyLike(text: string): boolean {
  return isRandom(text) || /^(?=[^g-z]*\d)(?=[^g-z]*[a-f])[0-9a-f]{16,}$/i.test(text);
}

/** Matches names of algorithms, and lengths such as `256-bit`. */
const technicalPattern =
  /^(?:(?:sha|md|aes|rsa|hmac|pbkdf|argon|scrypt|bcrypt|tls|ssl|oauth|oidc|fido|saml|ed|ecdsa|iso|nist|soc|cis|ntlm|wpa)[-_/]?v?\d|\d+(?:[.,]\d+)?[-\u2011]?[a-z%]*$)/i;

/** @returns whether a word looks like a password: digits among letters, or symbols inside */
export function isMixed(text: string): boolean {
  const word = text.replace(/(?<![.,!?:;)\]}])[.,!?:;)\]}]+$/, '');
  if (word.length < 4 || technicalPattern.test(word)) return false;
  return (/\d/.test(word) && /\p{L}/u.test(word)) || /[^\s][!#$%^&*+=~?@]/.test(word) || word.split('-').length > 3;
}
