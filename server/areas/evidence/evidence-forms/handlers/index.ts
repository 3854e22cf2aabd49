import type { Handlers } from '#contract/types';
import { exporting } from './exporting.ts';
import { files } from './files.ts';
import { definitions } from './definitions.ts';
import { ownSubmissions } from './own.ts';
import { submissions } from './submissions.ts';

export const evidenceForms: Handlers<'evidence-forms'> = { ...definitions, ...ownSubmissions, ...submissions, ...files, ...exporting };
