/** Handlers for policies. */
import type { Handlers } from '#contract/types';
import { acknowledgementHandlers } from './acknowledging.ts';
import { approval } from './approval.ts';
import { controls } from './controls.ts';
import { documents } from './documents.ts';
import { editingHandlers } from './editing.ts';
import { pdfs } from './pdfs.ts';
import { publishing } from './publishing.ts';
import { signatories } from './signatories.ts';
import { versions } from './versions.ts';

export const policies: Handlers<'policies'> = {
  ...acknowledgementHandlers,
  ...approval,
  ...controls,
  ...documents,
  ...editingHandlers,
  ...pdfs,
  ...publishing,
  ...signatories,
  ...versions,
};
