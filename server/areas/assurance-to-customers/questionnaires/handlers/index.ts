import type { Handlers } from '#contract/types';
import { answers } from './answers.ts';
import { exporting } from './exporting.ts';
import { parsing } from './parse.ts';
import { preview } from './preview.ts';
import { reading } from './reading.ts';
import { starting } from './starting.ts';
import { uploading } from './uploading.ts';

export const questionnaires: Handlers<'questionnaires'> = {
  ...reading,
  ...uploading,
  ...parsing,
  ...starting,
  ...answers,
  ...exporting,
  ...preview,
};
