/** spec/claims.tsv: what the interface specification says, one claim a line. */
export interface Claim {
  /** Begins with the section: `S4.4-02`. */
  readonly id: string;
  readonly kind: Kind;
  /** operationIds and `area:…`; none when it is about the whole interface. */
  readonly concerns: readonly string[];
  /** Of a point on which the specification is silent: the point, an arrow, what was decided. */
  readonly text: string;
}
const kinds = ['rule', 'operation', 'field', 'exclusion', 'auth', 'state', 'limit', 'error', 'version', 'not-shown'] as const;
type Kind = (typeof kinds)[number];

export const claimId = /\bS\d(?:\.\d+)?-\d\d\b/g;

/** @throws when a line is none, or an id stands twice */
export function claimsIn(table: string): readonly Claim[] {
  const claims = table
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [id = '', written, concerns = '', text = '', ...more] = line.split('\t');
      const kind = kinds.find((one) => one === written);
      if (id.match(claimId)?.[0] !== id || !kind || !concerns || !text || more.length || (kind === 'not-shown') !== text.includes(' -> '))
        throw new Error(`spec/claims.tsv: "${line}" is no claim`);
      return { id, kind, concerns: concerns === '-' ? [] : concerns.split(','), text };
    });
  const twice = claims.find(({ id }, index) => claims.findIndex((other) => other.id === id) !== index);
  if (twice) throw new Error(`spec/claims.tsv: ${twice.id} stands twice`);
  return claims;
}
