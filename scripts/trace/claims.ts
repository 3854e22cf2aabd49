/** Reads spec/claims.tsv: the claims of the interface specification, one per line. */
export interface Claim {
  /** Begins with the section: `S4.4-02`. */
  readonly id: string;
  readonly kind: Kind;
  /** operationIds and `area:…`; empty when the claim is about the whole API. */
  readonly concerns: readonly string[];
  /** The claim. For a question that the specification leaves open (`not-shown`): the question, ` -> `, and our decision. */
  readonly text: string;
}
const kinds = ['rule', 'operation', 'field', 'exclusion', 'auth', 'state', 'limit', 'error', 'version', 'not-shown'] as const;
type Kind = (typeof kinds)[number];

export const claimId = /\bS\d(?:\.\d+)?-\d\d\b/g;

/** @throws when a line is invalid, or an id occurs twice */
export function parseClaims(table: string): readonly Claim[] {
  const claims = table
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [id = '', kindText, concerns = '', text = '', ...otherColumns] = line.split('\t');
      const kind = kinds.find((one) => one === kindText);
      if (
        id.match(claimId)?.[0] !== id ||
        !kind ||
        !concerns ||
        !text ||
        otherColumns.length ||
        (kind === 'not-shown') !== text.includes(' -> ')
      )
        throw new Error(`spec/claims.tsv: "${line}" is not a claim`);
      return { id, kind, concerns: concerns === '-' ? [] : concerns.split(','), text };
    });
  const duplicate = claims.find(({ id }, index) => claims.findIndex((otherClaim) => otherClaim.id === id) !== index);
  if (duplicate) throw new Error(`spec/claims.tsv: ${duplicate.id} is listed twice`);
  return claims;
}
