/** Creates the issue about the source repository of a target (security-penetration-tests, rule 16). */
import { type Weakness, createWeakness } from './issues.ts';

export function checkRepository(repoUrl: string, isPublic: boolean): Weakness {
  return createWeakness(
    ['REPOSITORY', 'info', null],
    [
      isPublic ? 'Source code was not read' : 'Repository cannot be read by everybody',
      isPublic
        ? 'The repository is public. The passive assessment does not read source code.'
        : 'The repository did not answer as a public one does. Nothing was sent to sign in.',
      'Weaknesses in the source code are not known.',
      'Have the source code reviewed.',
      'Read the report of the review.',
    ],
    `GET ${repoUrl}`,
  );
}
