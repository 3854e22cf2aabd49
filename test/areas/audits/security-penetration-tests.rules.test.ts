import { describe, expect, test } from 'vitest';
import { createBriefing } from '#areas/audits/security-penetration-tests/rules/briefing';
import { failureText } from '#areas/audits/security-penetration-tests/rules/failures';
import { depthOf, depths, proofOf } from '#areas/audits/security-penetration-tests/rules/limits';
import { checkSameSite, checkSessionFlags } from '#areas/audits/security-penetration-tests/rules/passive/cookies';
import {
  checkContentHeaders,
  checkFramingHeaders,
  checkTransportHeaders,
} from '#areas/audits/security-penetration-tests/rules/passive/headers';
import { checkPath, wellKnownPaths } from '#areas/audits/security-penetration-tests/rules/passive/paths';
import { createReport, withNotes } from '#areas/audits/security-penetration-tests/rules/report';
import { normalizeUrl, validateUrl } from '#areas/audits/security-penetration-tests/rules/target';

const ids = (issues: readonly { findingId: string }[]) => issues.map(({ findingId }) => findingId);

describe('targets (rules 2 and 5)', () => {
  test.each([
    [' https://Example.COM/ ', 'https://example.com'],
    ['HTTPS://example.com/A/b//', 'https://example.com/A/b'],
    ['https://example.com/a/?q=1/#top', 'https://example.com/a?q=1/'],
    ['https://example.com:443', 'https://example.com'],
    ['https://example.com:8443/', 'https://example.com:8443'],
    ['no address ', 'no address'],
  ])('%s is normalized to %s', (address, expected) => {
    expect(normalizeUrl(address)).toBe(expected);
    expect(normalizeUrl(expected)).toBe(expected);
  });
  test('a million slashes take no longer than linear time', () => {
    expect(normalizeUrl(`https://example.com/${'/'.repeat(1_000_000)}x`)).toHaveLength(1_000_021);
  });
  test('only http and https addresses without a user name are valid', () => {
    expect(validateUrl('https://example.com/a')).toBeUndefined();
    for (const address of ['example.com', 'ftp://example.com', 'https://me@example.com', 'file:///etc/passwd', 'https://'])
      expect(validateUrl(address), address).toBeDefined();
  });
});

describe('briefings (rule 6)', () => {
  test('contain the text of the caller and the numbered notes', () => {
    expect(createBriefing(null, [])).toBeUndefined();
    expect(createBriefing('', [])).toBeUndefined();
    expect(createBriefing('A.', [])).toBe('A.');
    expect(createBriefing(null, [{ issueTitle: 'T', context: 'c' }])).toBe(
      'The organization says of earlier issues of this target:\n1. "T": c',
    );
  });
  test('have at most 20,000 characters; the last notes are left out, and a remark says how many notes were left out', () => {
    const notes = Array.from({ length: 30 }, (_, n) => ({ issueTitle: `Issue ${n}`, context: 'x'.repeat(2000) }));
    const briefing = createBriefing('y'.repeat(4000), notes) ?? '';
    expect(briefing.length).toBeLessThanOrEqual(20_000);
    const keptCount = briefing.match(/^\d+\. "/gm)?.length ?? 0;
    expect(keptCount).toBe(7);
    expect(briefing).toMatch(/\(23 further notes were left out\.\)$/);
  });
});

test('each failure text gives one of three reasons, and says that the test is not charged (rule 8)', () => {
  const texts = [
    failureText('infrastructure', 'quick'),
    failureText('time_limit', 'quick'),
    failureText('time_limit', 'deep'),
    failureText('unknown', 'quick'),
  ];
  expect(texts[1]).toContain('15 minutes');
  expect(texts[2]).toContain('12 hours');
  for (const text of texts) expect(text).toContain('It is not charged.');
});

describe('depth and evidence (rule 10)', () => {
  test('a test for a pipeline is quick, and a test without a chosen depth is standard', () => {
    expect(depthOf({ scanDepth: null, pipelineTesting: false })).toBe('standard');
    expect(depthOf({ scanDepth: 'deep', pipelineTesting: true })).toBe('quick');
  });
  test('no depth sends more requests than a passive assessment may send', () => {
    // The other seven requests are for the page, the certificate, two TLS versions, the redirect, a repository and a missing path.
    for (const { paths } of Object.values(depths)) expect(Math.min(paths, wellKnownPaths.length) + 7).toBeLessThanOrEqual(60);
    expect(new Set(wellKnownPaths.map(({ path }) => path)).size).toBe(wellKnownPaths.length);
  });
  test('proofs are shortened and contain no secrets', () => {
    const text = `API_TOKEN=abc123\n${'x'.repeat(10_000)}`;
    expect(proofOf(text, 'report_only')).toBeUndefined();
    expect(proofOf(text, 'safe_proof')).toHaveLength(241);
    expect(proofOf(text, 'impact_proof')).toHaveLength(4_001);
    expect(proofOf(text, 'impact_proof')).toMatch(/^API_TOKEN=\[REDACTED\]/);
    expect(proofOf('a\u0000b', 'safe_proof')).toBe('ab');
  });
});

describe('the passive assessment (rule 9)', () => {
  test.each([
    [{}, ['HDR-HSTS']],
    [{ 'strict-transport-security': 'max-age=300' }, ['HDR-HSTS']],
    [{ 'strict-transport-security': 'includeSubDomains; MAX-AGE="31536000"' }, []],
  ])('checks Strict-Transport-Security in %j', (headers, expected) => {
    expect(ids(checkTransportHeaders(headers, true))).toEqual(expected);
    expect(checkTransportHeaders(headers, false)).toEqual([]);
  });
  test.each([
    [{}, ['HDR-CSP', 'HDR-NOSNIFF']],
    [{ 'content-security-policy': "default-src 'self'", 'x-content-type-options': 'nosniff' }, []],
    [{ 'content-security-policy': "script-src 'unsafe-inline'", 'x-content-type-options': 'NoSniff ' }, ['HDR-CSP']],
    [{ 'content-security-policy': "script-src 'unsafe-inline' 'nonce-abc'", 'x-content-type-options': 'nosniff' }, []],
    [{ 'content-security-policy': "img-src 'self'", 'x-content-type-options': 'nosniff' }, ['HDR-CSP']],
  ])('checks the content headers in %j', (headers, expected) => {
    expect(ids(checkContentHeaders(headers))).toEqual(expected);
  });
  test('either of two headers prevents framing', () => {
    expect(ids(checkFramingHeaders({}))).toEqual(['HDR-FRAME']);
    expect(checkFramingHeaders({ 'x-frame-options': 'DENY' })).toEqual([]);
    expect(checkFramingHeaders({ 'content-security-policy': "default-src *; frame-ancestors 'none'" })).toEqual([]);
  });
  test('checks the flags of cookies, and never shows the values of cookies', () => {
    const cookies = [
      'sid=hunter2; Path=/; Secure; HttpOnly; SameSite=Lax',
      'lang=en; Expires=Wed, 21 Oct 2099 07:28:00 GMT; samesite = Strict',
    ];
    expect(ids(checkSessionFlags(cookies, true))).toEqual(['CKI-SECURE', 'CKI-HTTPONLY']);
    expect(checkSameSite(cookies)).toEqual([]);
    const cookieIssues = [...checkSessionFlags(['sid=hunter2'], true), ...checkSameSite(['sid=hunter2; SameSite=None'])];
    expect(ids(cookieIssues)).toEqual(['CKI-SECURE', 'CKI-HTTPONLY', 'CKI-SAMESITE']);
    expect(JSON.stringify(cookieIssues)).not.toContain('hunter2');
    expect(ids(checkSessionFlags(['a=b'], false))).toEqual(['CKI-HTTPONLY']);
  });
  test('a path counts as exposed only with its expected content', () => {
    const page = { status: 200, headers: {}, cookies: [], start: '<!doctype html><title>Welcome</title>' };
    for (const wellKnownPath of wellKnownPaths) {
      expect(checkPath(wellKnownPath, page), wellKnownPath.path).toBeUndefined();
      expect(checkPath(wellKnownPath, { ...page, status: 404, start: 'ref: refs/heads/main' }), wellKnownPath.path).toBeUndefined();
    }
    const git = wellKnownPaths.find(({ path }) => path === '/.git/HEAD');
    expect(git && checkPath(git, { ...page, start: 'ref: refs/heads/main\n' })).toMatchObject({ severity: 'high' });
  });
});

test('text of an issue or a note cannot start a new part of the report (rule 7)', () => {
  const attack = '# Heading\n```\n</b><script>alert(1)</script>\n- item | cell';
  const base = {
    id: 'pti_1',
    testId: 'ptr_1',
    findingId: attack,
    title: attack,
    severity: 'low',
    status: 'open',
    statusReason: null,
    statusChangedAt: null,
    statusChangedById: null,
    statusVia: null,
    cve: null,
    cweId: null,
    cvssScore: null,
    affectedEndpoint: attack,
    context: null,
    createdAt: '',
    updatedAt: '',
    version: 1,
  } as const;
  const texts = {
    summary: attack,
    proofOfConcept: attack,
    impact: attack,
    remediation: attack,
    validationSteps: attack,
    evidence: attack,
    attackPath: attack,
  };
  const report = withNotes(
    createReport({
      targetUrl: 'https://example.com/`#',
      method: 'm',
      completedAt: '2026-01-01T00:00:00.000Z',
      scanDepth: 'quick',
      checks: [],
      issues: [{ ...base, ...texts }],
    }),
    [{ issueTitle: attack, context: attack, updatedAt: '2026-01-02T00:00:00.000Z' }],
  );
  const textOutsideCode = report.replace(/^````\n[^]*?\n````$/gm, '');
  expect(textOutsideCode).not.toMatch(/(?<!\\)<script/);
  expect(textOutsideCode.match(/^#+ .*$/gm)?.map((line) => line.slice(0, 14))).toEqual([
    '# Penetration ',
    '## Issues',
    '### \\# Heading',
    '## Statements ',
    '### \\# Heading',
  ]);
});
