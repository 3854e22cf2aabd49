/** Why a provider could not be used. Beside these there is `Unreachable`, of the connection itself. The messages are redacted before they are stored. */

/** It does not accept the credentials. Only somebody who has others can mend it. */
export class CredentialsRefused extends Error {}

/** It answered, and not as it should: nothing can be concluded from that. */
export class UnexpectedAnswer extends Error {}

/** The organization has not said what it takes. */
export class Incomplete extends Error {}
