/** Defines the page layout of policy documents. */
import type PDFDocument from 'pdfkit';
import type { BrandColors } from '#documents/pdf/brand-colors';

export type Pdf = InstanceType<typeof PDFDocument>;

/** The size of an A4 page in portrait orientation, in points. */
const page = { width: 595.28, height: 841.89 } as const;
const margin = 56;

export const pageLayout = {
  margin,
  left: margin,
  width: page.width - 2 * margin,
  top: margin,
  bottom: page.height - margin - 12,
  page,
} as const;

export type PageLayout = typeof pageLayout & { readonly ink: BrandColors };

export const colors = { text: '#1c2530', faint: '#5b6776', rule: '#c5ccd6' } as const;
