/** Handlers for policies. */
import type { Handlers } from '#contract/types';
import { acknowledging } from './acknowledging.ts';
import { approval } from './approval.ts';
import { controls } from './controls.ts';
import { documents } from './documents.ts';
import { editing } from './editing.ts';
import { pdfs } from './pdfs.ts';
import { publishing } from './publishing.ts';
import { signatories } from './signatories.ts';
import { versions } from './versions.ts';

export const policies: Handlers<'policies'> = {
  ...acknowledging,
  ...approval,
  ...controls,
  ...documents,
  ...editing,
  ...pdfs,
  ...publishing,
  ...signatories,
  ...versions,
};
