/** A version of a framework, without its manifest. */

export interface Version {
  readonly id: string;
  readonly frameworkId: string;
  readonly version: string;
  readonly publishedAt: string;
  readonly releaseNotes: string | null;
}
