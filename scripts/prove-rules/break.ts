/** What is changed in a copy of spec/, so that the rule has to notice. */
export type Break = [rule: string, file: string, from: string | RegExp, to: string];
