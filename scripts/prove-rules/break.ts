/** A change in a copy of spec/ that the rule must report. */
export type Break = [rule: string, file: string, from: string | RegExp, to: string];
