import type { Handlers } from '#contract/types';
import { certificates } from './certificates.ts';
import { completions } from './completions.ts';

export const training: Handlers<'training'> = { ...certificates, ...completions };
