import type { Handlers } from '../../../contract/types.ts';
import { certificates } from './certificates.ts';
import { completions } from './completions.ts';

export const training: Handlers<'training'> = { ...certificates, ...completions };
