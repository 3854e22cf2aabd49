import type { FrameworkSlug } from '../../server/domain/catalogue/types.ts';

/** How many requirements each framework has, counted in its source. One that gets lost, or stands there twice, is noticed. */
export const counts: Readonly<Record<FrameworkSlug, number>> = {
  soc2: 61,
  iso27001: 123,
  hipaa: 85,
  gdpr: 51,
  cyberessentials: 37,
  essentialeight: 24,
  nis2: 76,
  iso42001: 70,
  dora: 122,
  iso27701: 55,
  aiact: 48,
  iso22301: 46,
  ccpa: 29,
};
