/** The parties of a non-disclosure agreement. */
export interface NdaParties {
  readonly organization: string;
  readonly person: string;
  readonly company: string | null;
}

/** A numbered section: its heading, and its paragraphs. */
export interface NdaSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** The text of non-disclosure agreements, where an installation has one of its own. */
export interface NdaTemplate {
  /** @returns the sections of the agreement; undefined for an organization that has no text of its own */
  sectionsFor(organizationId: string, parties: NdaParties): Promise<readonly NdaSection[] | undefined>;
}
