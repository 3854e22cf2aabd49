/** The git server, against servers that speak as GitHub and GitLab do. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { checkRuns, connect, getCheckRun, runChecks, setVariables } from '../../support/integrations.ts';
import { type ReceivedRequest, standIn, type Reply } from '../../support/stand-in.ts';

const app = startApp();
const token = 'a-token-that-may-read';

const isProtected = {
  required_pull_request_reviews: { required_approving_review_count: 1 },
  required_status_checks: { contexts: ['test'], checks: [{ context: 'test' }] },
  enforce_admins: { enabled: true },
};
const repository = (name: string, more: object = {}) => ({
  full_name: `quillmarsh/${name}`,
  private: true,
  archived: false,
  default_branch: 'main',
  ...more,
});
/** What GitHub answers, by path. Lists have one item a page. */
const github = (): Record<string, unknown> => ({
  '/user': { login: 'reader' },
  '/orgs/quillmarsh': { login: 'quillmarsh' },
  '/orgs/quillmarsh/repos': [repository('rounds'), repository('site', { private: false }), repository('old', { archived: true })],
  '/repos/quillmarsh/rounds/branches/main/protection': isProtected,
  '/repos/quillmarsh/rounds/dependabot/alerts': [{ security_advisory: { severity: 'low' } }],
  '/repos/quillmarsh/site/dependabot/alerts': [{ security_advisory: { severity: 'low' } }, { security_advisory: { severity: 'critical' } }],
  '/repos/quillmarsh/rounds/secret-scanning/alerts': [],
  '/orgs/quillmarsh/members': [{ login: 'ada' }, { login: 'chen' }],
  '/orgs/quillmarsh/members?2fa_disabled': [{ login: 'chen' }],
  '/users/ada': { login: 'ada', email: 'Ada.Marsh@example.com' },
  '/users/chen': { login: 'chen', email: null },
});

const project = (id: number, name: string, more: object = {}) => ({
  id,
  path_with_namespace: `quillmarsh/apps/${name}`,
  visibility: 'private',
  archived: false,
  default_branch: 'main',
  only_allow_merge_if_pipeline_succeeds: true,
  ...more,
});
const gitlab = (): Record<string, unknown> => ({
  '/user': { username: 'reader' },
  '/groups/quillmarsh': { require_two_factor_authentication: false },
  '/groups/quillmarsh/projects': [
    project(1, 'rounds'),
    project(2, 'site', { visibility: 'public' }),
    project(3, 'empty', { default_branch: null }),
  ],
  '/projects/1/protected_branches/main': { push_access_levels: [{ access_level: 0 }], allow_force_push: false },
  '/projects/1/approval_rules': [{ approvals_required: 1 }],
  '/projects/2/protected_branches/main': { push_access_levels: [{ access_level: 40 }] },
  '/projects/1/vulnerability_findings': [],
  '/projects/2/vulnerability_findings': [{ severity: 'High' }],
  '/projects/3/vulnerability_findings': [],
  '/groups/quillmarsh/members/all': [
    { username: 'ada', state: 'active', public_email: 'ada.marsh@example.com' },
    { username: 'gone', state: 'blocked' },
  ],
});

/** A server of a dialect, connected in an organization of its own. */
async function connected(dialect: 'github' | 'gitlab') {
  const records = dialect === 'github' ? github() : gitlab();
  const refused: Record<string, Reply> = {};
  const answer = ({ path, query, headers }: ReceivedRequest): Reply => {
    const given = dialect === 'github' ? headers.authorization?.replace('Bearer ', '') : headers['private-token'];
    if (given !== token) return { status: 401, json: { message: 'Bad credentials' } };
    const own = refused[path];
    if (own) return own;
    const found = records[`${path}${query.has('filter') ? `?${query.get('filter')}` : ''}`];
    if (found === undefined) return { status: 404, json: { message: 'Not Found' } };
    if (!Array.isArray(found)) return { json: found };
    const page = Number(query.get('page') ?? 1);
    const next = new URLSearchParams(query);
    next.set('page', String(page + 1));
    const link = `<${server.url}${path}?${next.toString()}>; rel="next", <${server.url}${path}?page=${found.length}>; rel="last"`;
    return { headers: page < found.length ? { link } : {}, json: found.slice(page - 1, page) };
  };
  const server = await standIn(answer);
  const { call } = await app.caller();
  const credentials = { dialect, baseUrl: server.url, token, owner: 'quillmarsh' };
  const { id } = await connect(call, 'git-server', credentials);
  await checkRuns(call, id);
  return {
    call,
    id,
    server,
    records,
    refused,
    async check(checkId: string) {
      await runChecks(call, id, { checkId });
      const [latest] = await checkRuns(call, id, `?checkId=${checkId}`);
      return getCheckRun(call, latest.id);
    },
  };
}
const findingsOf = ({ results }: { results: { passed: boolean; resourceId: string }[] }) =>
  results.map(({ resourceId, passed }) => [resourceId, passed]).sort();

describe('GitHub', () => {
  test('each check looks at every repository that is not archived, on every page', async () => {
    const { check } = await connected('github');
    const protection = await check('branch-protection');
    expect(protection.status).toBe('failed');
    expect(findingsOf(protection)).toEqual([
      ['quillmarsh/rounds:main', true],
      ['quillmarsh/site:main', false],
    ]);
    expect(findingsOf(await check('vulnerability-alerts'))).toEqual([
      ['quillmarsh/rounds', true],
      ['quillmarsh/site', false],
    ]);
    expect(findingsOf(await check('leaked-secrets'))).toEqual([
      ['quillmarsh/rounds', true],
      ['quillmarsh/site', false],
    ]);
    expect(findingsOf(await check('private-repositories'))).toEqual([
      ['quillmarsh/rounds', true],
      ['quillmarsh/site', false],
    ]);
    expect(findingsOf(await check('member-two-factor'))).toEqual([
      ['ada.marsh@example.com', true],
      ['chen', false],
    ]);
  });
  test.each([
    ['fewer reviews', { ...isProtected, required_pull_request_reviews: { required_approving_review_count: 0 } }],
    ['no passing checks', { ...isProtected, required_status_checks: null }],
    ['administrators who go around it', { ...isProtected, enforce_admins: { enabled: false } }],
  ])('a branch with %s fails', async (_what, protection) => {
    const { check, records } = await connected('github');
    records['/orgs/quillmarsh/repos'] = [repository('rounds')];
    records['/repos/quillmarsh/rounds/branches/main/protection'] = protection;
    expect(findingsOf(await check('branch-protection'))).toEqual([['quillmarsh/rounds:main', false]]);
  });
  const reviewed = (id: number, count = 1) => ({
    type: 'pull_request',
    ruleset_id: id,
    ruleset_source_type: 'Repository',
    parameters: { required_approving_review_count: count, required_review_thread_resolution: false },
  });
  const checked = (id: number) => ({
    type: 'required_status_checks',
    ruleset_id: id,
    ruleset_source_type: 'Organization',
    parameters: { required_status_checks: [{ context: 'test' }], strict_required_status_checks_policy: true },
  });
  const passedBy = { actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' };
  test.each([
    ['a ruleset', {}, [reviewed(1), checked(1)], { 1: { bypass_actors: [] } }, true],
    ['rulesets of the repository and of the organization', {}, [reviewed(1), checked(2)], { 1: {}, 2: {} }, true],
    [
      'a ruleset beside a rule that administrators go around',
      { enforce_admins: { enabled: false } },
      [reviewed(1), checked(1)],
      { 1: {} },
      true,
    ],
    ['a ruleset that somebody may go around', {}, [reviewed(1), checked(1)], { 1: { bypass_actors: [passedBy] } }, false],
    ['a ruleset without checks', {}, [reviewed(1)], { 1: {} }, false],
    ['a ruleset without reviews', {}, [reviewed(1, 0), checked(1)], { 1: {} }, false],
    ['a ruleset of something else', {}, [{ type: 'deletion', ruleset_id: 1 }], {}, false],
  ])('a branch protected by %s: rulesets count as well', async (_what, rule, rules, rulesets, passed) => {
    const { check, records } = await connected('github');
    records['/orgs/quillmarsh/repos'] = [repository('site')];
    if (Object.keys(rule).length) records['/repos/quillmarsh/site/branches/main/protection'] = { ...isProtected, ...rule };
    records['/repos/quillmarsh/site/rules/branches/main'] = rules;
    for (const [id, ruleset] of Object.entries(rulesets)) records[`/repos/quillmarsh/site/rulesets/${id}`] = ruleset;
    expect(findingsOf(await check('branch-protection'))).toEqual([['quillmarsh/site:main', passed]]);
  });
  test('a token that may not see how a branch is protected finds nothing out', async () => {
    const { check, records } = await connected('github');
    records['/orgs/quillmarsh/repos'] = [repository('site', { permissions: { admin: false, push: true } })];
    expect(await check('branch-protection')).toMatchObject({ status: 'inconclusive', results: [] });
    records['/repos/quillmarsh/site/rules/branches/main'] = [reviewed(1), checked(1)];
    records['/repos/quillmarsh/site/rulesets/1'] = {};
    expect(findingsOf(await check('branch-protection'))).toEqual([['quillmarsh/site:main', true]]);
  });
  test('a plan without protection leaves the branch unprotected, and the credentials good', async () => {
    const { call, id, check, records, refused } = await connected('github');
    records['/orgs/quillmarsh/repos'] = [repository('site')];
    const message = 'Upgrade to GitHub Pro or make this repository public to enable this feature.';
    for (const path of ['branches/main/protection', 'rules/branches/main'])
      refused[`/repos/quillmarsh/site/${path}`] = { status: 403, json: { message } };
    expect(findingsOf(await check('branch-protection'))).toEqual([['quillmarsh/site:main', false]]);
    expect((await call('GET', `/v1/integrations/connections/${id}`)).body.status).toBe('active');
  });
  test('repositories and a branch are chosen; one that is not there fails the check', async () => {
    const { call, id, check, records } = await connected('github');
    const options = await call('GET', `/v1/integrations/variables/connections/${id}/options/target_repos`);
    expect(options.body.data.map(({ value }: { value: string }) => value)).toEqual(['quillmarsh/rounds', 'quillmarsh/site']);
    records['/repos/quillmarsh/site/branches/release%2F1/protection'] = isProtected;
    await setVariables(call, id, { target_repos: ['quillmarsh/site:release/1'] });
    expect(findingsOf(await check('branch-protection'))).toEqual([['quillmarsh/site:release/1', true]]);
    await setVariables(call, id, { target_repos: ['quillmarsh/old'] });
    expect(await check('branch-protection')).toMatchObject({ status: 'failed', results: [] });
  });
  test('a scan that the server does not tell is inconclusive, and so is the limit of calls, which nothing is asked beyond', async () => {
    const { check, refused, server } = await connected('github');
    refused['/repos/quillmarsh/site/dependabot/alerts'] = { status: 403, json: { message: 'Disabled for this repository' } };
    expect(await check('vulnerability-alerts')).toMatchObject({ status: 'inconclusive', results: [] });
    refused['/orgs/quillmarsh/repos'] = { status: 403, headers: { 'x-ratelimit-remaining': '0' }, json: { message: 'rate limit' } };
    const before = server.asked.length;
    expect(await check('branch-protection')).toMatchObject({ status: 'inconclusive' });
    expect(server.asked.length).toBe(before + 1);
  });
  test('the token goes to no other server, whatever the link to the next page says', async () => {
    const { check, refused } = await connected('github');
    const other = await standIn(() => ({ json: [] }));
    refused['/orgs/quillmarsh/repos'] = { headers: { link: `<${other.url}/repos?page=2>; rel="next"` }, json: [] };
    expect(await check('private-repositories')).toMatchObject({ status: 'inconclusive' });
    expect(other.asked).toEqual([]);
  });
});

describe('GitLab', () => {
  test('each check looks at every project of the group and below it', async () => {
    const { check } = await connected('gitlab');
    expect(findingsOf(await check('branch-protection'))).toEqual([
      ['quillmarsh/apps/rounds:main', true],
      ['quillmarsh/apps/site:main', false],
    ]);
    expect(findingsOf(await check('vulnerability-alerts'))).toEqual([
      ['quillmarsh/apps/empty', true],
      ['quillmarsh/apps/rounds', true],
      ['quillmarsh/apps/site', false],
    ]);
    expect(findingsOf(await check('private-repositories'))).toContainEqual(['quillmarsh/apps/site', false]);
  });
  test('members follow the rule of the group, unless an administrator of the server asks', async () => {
    const { check, records } = await connected('gitlab');
    // Whoever is none gets everybody, because the filter is ignored.
    records['/users'] = [{ username: 'ada' }];
    expect(findingsOf(await check('member-two-factor'))).toEqual([['ada.marsh@example.com', false]]);
    records['/groups/quillmarsh'] = { require_two_factor_authentication: true };
    expect(findingsOf(await check('member-two-factor'))).toEqual([['ada.marsh@example.com', true]]);
    records['/user'] = { username: 'reader', is_admin: true };
    expect(findingsOf(await check('member-two-factor'))).toEqual([['ada.marsh@example.com', false]]);
  });
});

test('400 for an owner that is none, and 422 for a token that is refused, which is in no answer', async () => {
  const { server, call } = await connected('github');
  const create = (credentials: object) =>
    call('POST', '/v1/integrations/connections', {
      body: { providerSlug: 'git-server', credentials: { baseUrl: server.url, token, owner: 'quillmarsh', ...credentials } },
    });
  expect(await create({ owner: '../users' })).toMatchObject({ status: 400 });
  const refused = await create({ token: 'wr0ng-t0ken' });
  expect(refused.status).toBe(422);
  expect(refused.text).not.toContain('wr0ng-t0ken');
});
