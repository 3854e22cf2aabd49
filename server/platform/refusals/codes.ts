/** Errors that a program tells from others of their status by a word (spec/conventions, 5), and that say the same wherever they occur. */
import type { components } from '../../../generated/api.d.ts';

export type ErrorCode = components['schemas']['ErrorCode'];

export const codes = {
  key_without_owner: { status: 403, text: 'The member whom the API key belongs to is gone or deactivated' },
  session_required: { status: 403, text: 'An API key cannot do this: it takes the session of a person' },
} as const satisfies Partial<Record<ErrorCode, { readonly status: number; readonly text: string }>>;
