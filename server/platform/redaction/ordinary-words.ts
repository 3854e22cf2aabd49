/** Recognizes words that may follow "the password is" without being a password. */

const words = new Set(
  `a an the this that these those any each every all both no not never always also only still now then there here it its they their our your
  to of for from by with without within in into on at as and or if when where who which what how until unless after before under over about
  less more most least longer shorter long short old older new newer same different strong stronger weak complex unique secure safe secret
  valid invalid correct wrong incorrect missing empty blank null none unknown known lost stolen broken forgotten hidden given taken chosen
  written seen shown set reset kept sent held met default temporary mandatory optional necessary compulsory sufficient confidential private
  public personal individual important available ready due subject part one two three four five six seven eight nine ten twelve fourteen
  sixteen up down out off yes true false n/a tbd required allowed minimum maximum manager policy policies length history rotation reuse
  complexity expiry expiration change changes hash hashes vault enough sure worth able fine ok okay case-sensitive single-use one-time read-only
  never-expiring self-chosen user-chosen system-generated`.split(/\s+/),
);
const endings =
  /(?:ed|ing|able|ible|ly|less|ful|ous|ive|tial|ional|ically|tion|sion|ment|ness|ance|ence|ity|sensitive|based|only|wide|specific)$/;

/** @param word with the punctuation that follows it */
export function isOrdinary(word: string): boolean {
  const bareWord = word.toLowerCase().replace(/(?<![.,!?:;)\]}…*_])[.,!?:;)\]}…*_]+$/, '');
  return bareWord.length < 3 || words.has(bareWord) || endings.test(bareWord) || /^[^\p{L}]+$/u.test(bareWord) || isTechnicalName(bareWord);
}

/** Matches numbers with a unit, variables, and names of algorithms. */
function isTechnicalName(word: string): boolean {
  return (
    /^(?:\d|[<[{$%*•·_\\…])/.test(word) ||
    /^(?:sha|md|aes|rsa|pbkdf|argon|bcrypt|scrypt|mfa|sso|oauth|totp|otp|saml|pin|https?:)/.test(word)
  );
}
