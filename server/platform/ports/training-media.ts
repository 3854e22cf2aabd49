/** Port for an installation's training recordings. Without them the modules are texts. */
export interface TrainingMedia {
  /** @param moduleId such as `sat-1` @returns the URL of the recording; undefined when there is none */
  urlOf(moduleId: string): string | undefined;
}
