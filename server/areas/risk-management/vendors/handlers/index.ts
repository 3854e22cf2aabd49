import type { Handlers } from '#contract/types';
import { assessments } from './assessments.ts';
import { details } from './details.ts';
import { upsert } from './upsert.ts';
import { inventory } from './vendors.ts';

export const vendors: Handlers<'vendors'> = { ...inventory, ...upsert, ...assessments, ...details };
