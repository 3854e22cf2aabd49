/** The repositories that checks look at. */
import { Incomplete } from '../../failures.ts';
import type { Source, Variable } from '../../manifest.ts';
import { type Calling, type Fields, isGitLab, list, ownerOf, textOf } from './client.ts';

export interface Repository {
  /** Part of a path that stands for it. */
  readonly path: string;
  readonly fullName: string;
  /** The branch that is looked at; undefined in a repository without any. */
  readonly branch: string | undefined;
  readonly isPrivate: boolean;
  /** As the server describes it. */
  readonly told: Fields;
}

export const targetRepos: Variable = {
  id: 'target_repos',
  label: 'Repositories',
  type: 'multi_select',
  helpText: 'As owner/repository, with :branch for another branch than the default one. Without any, all that are not archived.',
  async fetchOptions(source) {
    return (await listRepositories(source)).map(({ fullName }) => ({ value: fullName, label: fullName }));
  },
};

/** Those that were chosen, or all. Archived ones are left out. @throws Incomplete when one that was chosen is not there */
export async function chosenRepositories(source: Calling & Pick<Source, 'variables'>): Promise<Repository[]> {
  const all = await listRepositories(source);
  const chosen = [source.variables.target_repos ?? []].flat().map(String);
  if (chosen.length === 0) return all;
  return chosen.map((target) => {
    const [name, branch] = target.split(':');
    const found = all.find(({ fullName }) => fullName.toLowerCase() === name?.toLowerCase());
    if (!found) throw new Incomplete(`The repository ${name} is not there, or archived`);
    return branch ? { ...found, branch } : found;
  });
}

async function listRepositories(source: Calling): Promise<Repository[]> {
  const owner = ownerOf(source);
  const lists = isGitLab(source) ? `/groups/${owner}/projects?include_subgroups=true` : `/orgs/${owner}/repos`;
  const told = (await list(source, lists)) ?? [];
  return told.filter(({ archived }) => archived !== true).map((one) => repositoryOf(one, isGitLab(source)));
}

function repositoryOf(told: Fields, gitLab: boolean): Repository {
  const fullName = textOf(gitLab ? told.path_with_namespace : told.full_name) ?? '';
  return {
    path: gitLab ? `/projects/${String(told.id)}` : `/repos/${fullName.split('/').map(encodeURIComponent).join('/')}`,
    fullName,
    branch: textOf(told.default_branch),
    isPrivate: gitLab ? told.visibility !== 'public' : told.private === true,
    told,
  };
}
