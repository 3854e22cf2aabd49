import type { Handlers } from '#contract/types';
import { bulk } from './bulk.ts';
import { changing } from './changing.ts';
import { files } from './files.ts';
import { reading } from './reading.ts';
import { review } from './review.ts';

export const tasks: Handlers<'tasks'> = { ...reading, ...changing, ...bulk, ...review, ...files };
