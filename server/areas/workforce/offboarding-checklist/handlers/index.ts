import type { Handlers } from '#contract/types';
import { access } from './access.ts';
import { checklist } from './checklist.ts';
import { exporting } from './exporting.ts';
import { template } from './template.ts';

export const offboardingChecklist: Handlers<'offboarding-checklist'> = { ...template, ...checklist, ...access, ...exporting };
