import type { Handlers } from '../../../contract/types.ts';
import { assessments } from './assessments.ts';
import { details } from './details.ts';
import { inventory } from './vendors.ts';

export const vendors: Handlers<'vendors'> = { ...inventory, ...assessments, ...details };
