import type { Handlers } from '#contract/types';
import { assessments } from './assessments.ts';
import { details } from './details.ts';
import { bulk } from './upsert.ts';
import { inventory } from './vendors.ts';

export const vendors: Handlers<'vendors'> = { ...inventory, ...bulk, ...assessments, ...details };
