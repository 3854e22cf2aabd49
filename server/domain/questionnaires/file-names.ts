/** Names files that are generated from a questionnaire (questionnaires, rule 12). */

/** @returns the name of the uploaded file without its extension and without characters that are invalid or invisible in file names */
export function fileTitleOf(fileName: string): string {
  return (
    fileName
      .replace(/\.[^./\\]{1,10}$/, '')
      .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_')
      .trim() || 'questionnaire'
  );
}
