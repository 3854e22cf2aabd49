/** Reads spec/claims-tests.tsv: which tests cover a claim. */
import { claimId } from './claims.ts';

export interface ClaimTest {
  readonly claim: string;
  readonly file: string;
  readonly name: string;
}

/** @throws when a line is invalid or occurs twice */
export function parseClaimTests(table: string): readonly ClaimTest[] {
  const lines = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line, index) => {
    const [claim = '', file = '', name = '', ...otherColumns] = line.split('\t');
    if (claim.match(claimId)?.[0] !== claim || !file || !name || otherColumns.length)
      throw new Error(`spec/claims-tests.tsv: "${line}" names no test of a claim`);
    if (lines.indexOf(line) !== index) throw new Error(`spec/claims-tests.tsv: "${line}" is listed twice`);
    return { claim, file, name };
  });
}
