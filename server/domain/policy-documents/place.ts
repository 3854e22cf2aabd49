/** Where the text of a policy stands on its pages. */
import type PDFDocument from 'pdfkit';
import type { Ink } from '../../documents/pdf/ink.ts';

export type Pdf = InstanceType<typeof PDFDocument>;

/** A4, upright, in points. */
const page = { width: 595.28, height: 841.89 } as const;
const margin = 56;

export const place = {
  margin,
  left: margin,
  width: page.width - 2 * margin,
  top: margin,
  bottom: page.height - margin - 12,
  page,
} as const;

export type Place = typeof place & { readonly ink: Ink };

export const colors = { text: '#1c2530', faint: '#5b6776', rule: '#c5ccd6' } as const;
