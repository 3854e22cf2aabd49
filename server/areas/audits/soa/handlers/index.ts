/** All handlers of statements of applicability. */
import type { Handlers } from '#contract/types';
import { approval } from './approval.ts';
import { autoFill } from './auto-fill.ts';
import { decisions } from './decisions.ts';
import { exporting } from './export.ts';
import { setup } from './setup.ts';
import { versions } from './versions.ts';

export const soa: Handlers<'soa'> = { ...setup, ...versions, ...decisions, ...autoFill, ...approval, ...exporting };
