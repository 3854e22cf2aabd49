/** Port for an installation's training recordings. Without recordings, the modules are shown as texts. */
export interface TrainingMedia {
  /** @param moduleId such as `sat-1` @returns the URL of the recording; undefined when there is none */
  urlOf(moduleId: string): string | undefined;
}
