/** The parties to a non-disclosure agreement. */
export interface NdaParties {
  readonly organization: string;
  readonly person: string;
  readonly company: string | null;
}

/** A numbered section: a heading and paragraphs. */
export interface NdaSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** Port for an installation's own text of non-disclosure agreements. */
export interface NdaTemplate {
  /** @returns the sections of the agreement; undefined for an organization without its own text */
  sectionsFor(organizationId: string, parties: NdaParties): Promise<readonly NdaSection[] | undefined>;
}
