/** All handlers of the ISMS documents. */
import type { Handlers } from '#contract/types';
import { approval } from './approval.ts';
import { content } from './content.ts';
import { documents } from './documents.ts';
import { exporting } from './export.ts';
import { measurements } from './measurements.ts';
import { profile } from './profile.ts';
import { rows } from './rows.ts';

export const isms: Handlers<'isms'> = { ...documents, ...content, ...rows, ...measurements, ...approval, ...profile, ...exporting };
