/** The provider git-server, tested with stand-ins for GitHub and GitLab. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { checkRuns, connect, getCheckRun, runChecks, setVariables } from '../../support/integrations.ts';
import { type ReceivedRequest, standIn, type Reply } from '../../support/stand-in.ts';

const app = startApp();
const token = 'a-token-that-may-read';

const fullProtection = {
  required_pull_request_reviews: { required_approving_review_count: 1 },
  required_status_checks: { contexts: ['test'], checks: [{ context: 'test' }] },
  enforce_admins: { enabled: true },
};
const repository = (name: string, fields: object = {}) => ({
  full_name: `quillmarsh/${name}`,
  private: true,
  archived: false,
  default_branch: 'main',
  ...fields,
});
/** Responses of GitHub by path. Lists have one item on each page. */
const github = (): Record<string, unknown> => ({
  '/user': { login: 'reader' },
  '/orgs/quillmarsh': { login: 'quillmarsh' },
  '/orgs/quillmarsh/repos': [repository('rounds'), repository('site', { private: false }), repository('old', { archived: true })],
  '/repos/quillmarsh/rounds/branches/main/protection': fullProtection,
  '/repos/quillmarsh/rounds/dependabot/alerts': [{ security_advisory: { severity: 'low' } }],
  '/repos/quillmarsh/site/dependabot/alerts': [{ security_advisory: { severity: 'low' } }, { security_advisory: { severity: 'critical' } }],
  '/repos/quillmarsh/rounds/secret-scanning/alerts': [],
  '/orgs/quillmarsh/members': [{ login: 'ada' }, { login: 'chen' }],
  '/orgs/quillmarsh/members?2fa_disabled': [{ login: 'chen' }],
  '/users/ada': { login: 'ada', email: 'Ada.Marsh@example.com' },
  '/users/chen': { login: 'chen', email: null },
});

const project = (id: number, name: string, fields: object = {}) => ({
  id,
  path_with_namespace: `quillmarsh/apps/${name}`,
  visibility: 'private',
  archived: false,
  default_branch: 'main',
  only_allow_merge_if_pipeline_succeeds: true,
  ...fields,
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

/** Starts a server of the dialect and connects it to a new organization. */
async function connectServer(dialect: 'github' | 'gitlab') {
  const records = dialect === 'github' ? github() : gitlab();
  const overrides: Record<string, Reply> = {};
  const answer = ({ path, query, headers }: ReceivedRequest): Reply => {
    const sentToken = dialect === 'github' ? headers.authorization?.replace('Bearer ', '') : headers['private-token'];
    if (sentToken !== token) return { status: 401, json: { message: 'Bad credentials' } };
    const override = overrides[path];
    if (override) return override;
    const record = records[`${path}${query.has('filter') ? `?${query.get('filter')}` : ''}`];
    if (record === undefined) return { status: 404, json: { message: 'Not Found' } };
    if (!Array.isArray(record)) return { json: record };
    const page = Number(query.get('page') ?? 1);
    const next = new URLSearchParams(query);
    next.set('page', String(page + 1));
    const link = `<${server.url}${path}?${next.toString()}>; rel="next", <${server.url}${path}?page=${record.length}>; rel="last"`;
    return { headers: page < record.length ? { link } : {}, json: record.slice(page - 1, page) };
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
    overrides,
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
  test('each check covers every repository that is not archived, on every page', async () => {
    const { check } = await connectServer('github');
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
    ['fewer reviews', { ...fullProtection, required_pull_request_reviews: { required_approving_review_count: 0 } }],
    ['no passing checks', { ...fullProtection, required_status_checks: null }],
    ['administrators who go around it', { ...fullProtection, enforce_admins: { enabled: false } }],
  ])('a branch with %s fails', async (_case, protection) => {
    const { check, records } = await connectServer('github');
    records['/orgs/quillmarsh/repos'] = [repository('rounds')];
    records['/repos/quillmarsh/rounds/branches/main/protection'] = protection;
    expect(findingsOf(await check('branch-protection'))).toEqual([['quillmarsh/rounds:main', false]]);
  });
  const reviewRule = (id: number, count = 1) => ({
    type: 'pull_request',
    ruleset_id: id,
    ruleset_source_type: 'Repository',
    parameters: { required_approving_review_count: count, required_review_thread_resolution: false },
  });
  const checksRule = (id: number) => ({
    type: 'required_status_checks',
    ruleset_id: id,
    ruleset_source_type: 'Organization',
    parameters: { required_status_checks: [{ context: 'test' }], strict_required_status_checks_policy: true },
  });
  const bypassActor = { actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' };
  test.each([
    ['a ruleset', {}, [reviewRule(1), checksRule(1)], { 1: { bypass_actors: [] } }, true],
    ['rulesets of the repository and of the organization', {}, [reviewRule(1), checksRule(2)], { 1: {}, 2: {} }, true],
    [
      'a ruleset beside a rule that administrators go around',
      { enforce_admins: { enabled: false } },
      [reviewRule(1), checksRule(1)],
      { 1: {} },
      true,
    ],
    ['a ruleset that somebody may go around', {}, [reviewRule(1), checksRule(1)], { 1: { bypass_actors: [bypassActor] } }, false],
    ['a ruleset without checks', {}, [reviewRule(1)], { 1: {} }, false],
    ['a ruleset without reviews', {}, [reviewRule(1, 0), checksRule(1)], { 1: {} }, false],
    ['a ruleset of something else', {}, [{ type: 'deletion', ruleset_id: 1 }], {}, false],
  ])('rulesets count as protection: %s', async (_case, protection, rules, rulesets, passed) => {
    const { check, records } = await connectServer('github');
    records['/orgs/quillmarsh/repos'] = [repository('site')];
    if (Object.keys(protection).length) records['/repos/quillmarsh/site/branches/main/protection'] = { ...fullProtection, ...protection };
    records['/repos/quillmarsh/site/rules/branches/main'] = rules;
    for (const [id, ruleset] of Object.entries(rulesets)) records[`/repos/quillmarsh/site/rulesets/${id}`] = ruleset;
    expect(findingsOf(await check('branch-protection'))).toEqual([['quillmarsh/site:main', passed]]);
  });
  test('the check is inconclusive when the token cannot read the protection of a branch', async () => {
    const { check, records } = await connectServer('github');
    records['/orgs/quillmarsh/repos'] = [repository('site', { permissions: { admin: false, push: true } })];
    expect(await check('branch-protection')).toMatchObject({ status: 'inconclusive', results: [] });
    records['/repos/quillmarsh/site/rules/branches/main'] = [reviewRule(1), checksRule(1)];
    records['/repos/quillmarsh/site/rulesets/1'] = {};
    expect(findingsOf(await check('branch-protection'))).toEqual([['quillmarsh/site:main', true]]);
  });
  test('a plan without branch protection fails the check of the branch, and the connection stays active', async () => {
    const { call, id, check, records, overrides } = await connectServer('github');
    records['/orgs/quillmarsh/repos'] = [repository('site')];
    const message = 'Upgrade to GitHub Pro or make this repository public to enable this feature.';
    for (const path of ['branches/main/protection', 'rules/branches/main'])
      overrides[`/repos/quillmarsh/site/${path}`] = { status: 403, json: { message } };
    expect(findingsOf(await check('branch-protection'))).toEqual([['quillmarsh/site:main', false]]);
    expect((await call('GET', `/v1/integrations/connections/${id}`)).body.status).toBe('active');
  });
  test('variables select repositories and a branch; an unknown repository fails the check', async () => {
    const { call, id, check, records } = await connectServer('github');
    const options = await call('GET', `/v1/integrations/variables/connections/${id}/options/target_repos`);
    expect(options.body.data.map(({ value }: { value: string }) => value)).toEqual(['quillmarsh/rounds', 'quillmarsh/site']);
    records['/repos/quillmarsh/site/branches/release%2F1/protection'] = fullProtection;
    await setVariables(call, id, { target_repos: ['quillmarsh/site:release/1'] });
    expect(findingsOf(await check('branch-protection'))).toEqual([['quillmarsh/site:release/1', true]]);
    await setVariables(call, id, { target_repos: ['quillmarsh/old'] });
    expect(await check('branch-protection')).toMatchObject({ status: 'failed', results: [] });
  });
  test('a check is inconclusive when the scan is disabled, or at the rate limit, after which no request is sent', async () => {
    const { check, overrides, server } = await connectServer('github');
    overrides['/repos/quillmarsh/site/dependabot/alerts'] = { status: 403, json: { message: 'Disabled for this repository' } };
    expect(await check('vulnerability-alerts')).toMatchObject({ status: 'inconclusive', results: [] });
    overrides['/orgs/quillmarsh/repos'] = { status: 403, headers: { 'x-ratelimit-remaining': '0' }, json: { message: 'rate limit' } };
    const requestsBefore = server.asked.length;
    expect(await check('branch-protection')).toMatchObject({ status: 'inconclusive' });
    expect(server.asked.length).toBe(requestsBefore + 1);
  });
  test('the token is never sent to another server that the link to the next page names', async () => {
    const { check, overrides } = await connectServer('github');
    const otherServer = await standIn(() => ({ json: [] }));
    overrides['/orgs/quillmarsh/repos'] = { headers: { link: `<${otherServer.url}/repos?page=2>; rel="next"` }, json: [] };
    expect(await check('private-repositories')).toMatchObject({ status: 'inconclusive' });
    expect(otherServer.asked).toEqual([]);
  });
});

describe('GitLab', () => {
  test('each check covers every project of the group and its subgroups', async () => {
    const { check } = await connectServer('gitlab');
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
  test('members are judged by the two-factor rule of their group, unless the token belongs to an administrator of the server', async () => {
    const { check, records } = await connectServer('gitlab');
    // GitLab ignores the filter for users who are not administrators, and lists everybody.
    records['/users'] = [{ username: 'ada' }];
    expect(findingsOf(await check('member-two-factor'))).toEqual([['ada.marsh@example.com', false]]);
    records['/groups/quillmarsh'] = { require_two_factor_authentication: true };
    expect(findingsOf(await check('member-two-factor'))).toEqual([['ada.marsh@example.com', true]]);
    records['/user'] = { username: 'reader', is_admin: true };
    expect(findingsOf(await check('member-two-factor'))).toEqual([['ada.marsh@example.com', false]]);
  });
});

test('400 for an invalid owner, and 422 for a rejected token, which no response contains', async () => {
  const { server, call } = await connectServer('github');
  const create = (credentials: object) =>
    call('POST', '/v1/integrations/connections', {
      body: { providerSlug: 'git-server', credentials: { baseUrl: server.url, token, owner: 'quillmarsh', ...credentials } },
    });
  expect(await create({ owner: '../users' })).toMatchObject({ status: 400 });
  const rejected = await create({ token: 'wr0ng-t0ken' });
  expect(rejected.status).toBe(422);
  expect(rejected.text).not.toContain('wr0ng-t0ken');
});
