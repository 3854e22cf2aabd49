/** Lists the repositories that checks examine. */
import { MissingValue } from '../../failures.ts';
import type { Source, Variable } from '../../manifest.ts';
import { pathSegment } from '../../path-segment.ts';
import { type GitServerSource, type UnknownFields, isGitLab, listItems, ownerOf, optionalText } from './client.ts';

export interface Repository {
  /** The path of the repository in the API. */
  readonly path: string;
  readonly fullName: string;
  /** The branch to examine; undefined if the repository is empty. */
  readonly branch: string | undefined;
  readonly isPrivate: boolean;
  /** The repository as the server returned it. */
  readonly fields: UnknownFields;
}

export const targetRepos: Variable = {
  id: 'target_repos',
  label: 'Repositories',
  type: 'multi_select',
  role: 'other',
  helpText: 'As owner/repository, with :branch for another branch than the default one. Without any, all that are not archived.',
  async fetchOptions(source) {
    return (await listRepositories(source)).map(({ fullName }) => ({ value: fullName, label: fullName }));
  },
};

/**
 * @returns the chosen repositories, or all that are not archived if none are chosen
 * @throws MissingValue if a chosen repository does not exist or is archived
 */
export async function listChosenRepositories(source: GitServerSource & Pick<Source, 'variables'>): Promise<Repository[]> {
  const repositories = await listRepositories(source);
  const chosen = [source.variables.target_repos ?? []].flat().map(String);
  if (chosen.length === 0) return repositories;
  return chosen.map((target) => {
    const [name, branch] = target.split(':');
    const repository = repositories.find(({ fullName }) => fullName.toLowerCase() === name?.toLowerCase());
    if (!repository) throw new MissingValue(`The repository ${name} is not there, or archived`);
    return branch ? { ...repository, branch } : repository;
  });
}

async function listRepositories(source: GitServerSource): Promise<Repository[]> {
  const owner = ownerOf(source);
  const listPath = isGitLab(source) ? `/groups/${owner}/projects?include_subgroups=true` : `/orgs/${owner}/repos`;
  const fields = (await listItems(source, listPath)) ?? [];
  return fields.filter(({ archived }) => archived !== true).map((repository) => toRepository(repository, isGitLab(source)));
}

function toRepository(fields: UnknownFields, usesGitLab: boolean): Repository {
  const fullName = optionalText(usesGitLab ? fields.path_with_namespace : fields.full_name) ?? '';
  return {
    path: usesGitLab ? `/projects/${pathSegment(String(fields.id))}` : `/repos/${fullName.split('/').map(pathSegment).join('/')}`,
    fullName,
    branch: optionalText(fields.default_branch),
    isPrivate: usesGitLab ? fields.visibility !== 'public' : fields.private === true,
    fields,
  };
}
