import type { Handlers } from '#contract/types';
import { documents } from './documents.ts';
import { manualAnswers } from './manual-answers.ts';
import { processing } from './processing.ts';
import { search } from './search.ts';

export const knowledgeBase: Handlers<'knowledge-base'> = { ...documents, ...processing, ...manualAnswers, ...search };
