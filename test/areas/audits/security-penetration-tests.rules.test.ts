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
import { normalizeAddress, validateAddress } from '#areas/audits/security-penetration-tests/rules/target';

const ids = (found: readonly { findingId: string }[]) => found.map(({ findingId }) => findingId);

describe('targets (rules 2 and 5)', () => {
  test.each([
    [' https://Example.COM/ ', 'https://example.com'],
    ['HTTPS://example.com/A/b//', 'https://example.com/A/b'],
    ['https://example.com/a/?q=1/#top', 'https://example.com/a?q=1/'],
    ['https://example.com:443', 'https://example.com'],
    ['https://example.com:8443/', 'https://example.com:8443'],
    ['no address ', 'no address'],
  ])('%s is compared as %s', (address, expected) => {
    expect(normalizeAddress(address)).toBe(expected);
    expect(normalizeAddress(expected)).toBe(expected);
  });
  test('a million slashes take no longer than their number', () => {
    expect(normalizeAddress(`https://example.com/${'/'.repeat(1_000_000)}x`)).toHaveLength(1_000_021);
  });
  test('only http and https without a user name may be called', () => {
    expect(validateAddress('https://example.com/a')).toBeUndefined();
    for (const address of ['example.com', 'ftp://example.com', 'https://me@example.com', 'file:///etc/passwd', 'https://'])
      expect(validateAddress(address), address).toBeDefined();
  });
});

describe('briefings (rule 6)', () => {
  test('are the text of the caller and the notes, numbered', () => {
    expect(createBriefing(null, [])).toBeUndefined();
    expect(createBriefing('', [])).toBeUndefined();
    expect(createBriefing('A.', [])).toBe('A.');
    expect(createBriefing(null, [{ issueTitle: 'T', context: 'c' }])).toBe(
      'The organization says of earlier issues of this target:\n1. "T": c',
    );
  });
  test('have at most 20,000 characters; notes are left out from the end, and a remark says how many', () => {
    const notes = Array.from({ length: 30 }, (_, n) => ({ issueTitle: `Issue ${n}`, context: 'x'.repeat(2000) }));
    const briefing = createBriefing('y'.repeat(4000), notes) ?? '';
    expect(briefing.length).toBeLessThanOrEqual(20_000);
    const kept = briefing.match(/^\d+\. "/gm)?.length ?? 0;
    expect(kept).toBe(7);
    expect(briefing).toMatch(/\(23 further notes were left out\.\)$/);
  });
});

test('failures say one of three things, and that nothing is charged (rule 8)', () => {
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
  test('a test for a pipeline is quick, and one without a choice standard', () => {
    expect(depthOf({ scanDepth: null, pipelineTesting: false })).toBe('standard');
    expect(depthOf({ scanDepth: 'deep', pipelineTesting: true })).toBe('quick');
  });
  test('no depth asks for more than a passive assessment may', () => {
    // The page, the certificate, two versions of TLS, the redirect, a repository and a path that is not there.
    for (const { paths } of Object.values(depths)) expect(Math.min(paths, wellKnownPaths.length) + 7).toBeLessThanOrEqual(60);
    expect(new Set(wellKnownPaths.map(({ path }) => path)).size).toBe(wellKnownPaths.length);
  });
  test('proofs are cut and have no secrets', () => {
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
  ])('strict transport of %j', (headers, expected) => {
    expect(ids(checkTransportHeaders(headers, true))).toEqual(expected);
    expect(checkTransportHeaders(headers, false)).toEqual([]);
  });
  test.each([
    [{}, ['HDR-CSP', 'HDR-NOSNIFF']],
    [{ 'content-security-policy': "default-src 'self'", 'x-content-type-options': 'nosniff' }, []],
    [{ 'content-security-policy': "script-src 'unsafe-inline'", 'x-content-type-options': 'NoSniff ' }, ['HDR-CSP']],
    [{ 'content-security-policy': "script-src 'unsafe-inline' 'nonce-abc'", 'x-content-type-options': 'nosniff' }, []],
    [{ 'content-security-policy': "img-src 'self'", 'x-content-type-options': 'nosniff' }, ['HDR-CSP']],
  ])('content of %j', (headers, expected) => {
    expect(ids(checkContentHeaders(headers))).toEqual(expected);
  });
  test('frames are refused by either header', () => {
    expect(ids(checkFramingHeaders({}))).toEqual(['HDR-FRAME']);
    expect(checkFramingHeaders({ 'x-frame-options': 'DENY' })).toEqual([]);
    expect(checkFramingHeaders({ 'content-security-policy': "default-src *; frame-ancestors 'none'" })).toEqual([]);
  });
  test('flags of cookies; their values are never shown', () => {
    const cookies = [
      'sid=hunter2; Path=/; Secure; HttpOnly; SameSite=Lax',
      'lang=en; Expires=Wed, 21 Oct 2099 07:28:00 GMT; samesite = Strict',
    ];
    expect(ids(checkSessionFlags(cookies, true))).toEqual(['CKI-SECURE', 'CKI-HTTPONLY']);
    expect(checkSameSite(cookies)).toEqual([]);
    const found = [...checkSessionFlags(['sid=hunter2'], true), ...checkSameSite(['sid=hunter2; SameSite=None'])];
    expect(ids(found)).toEqual(['CKI-SECURE', 'CKI-HTTPONLY', 'CKI-SAMESITE']);
    expect(JSON.stringify(found)).not.toContain('hunter2');
    expect(ids(checkSessionFlags(['a=b'], false))).toEqual(['CKI-HTTPONLY']);
  });
  test('a path counts only with the content that belongs there', () => {
    const page = { status: 200, headers: {}, cookies: [], start: '<!doctype html><title>Welcome</title>' };
    for (const one of wellKnownPaths) {
      expect(checkPath(one, page), one.path).toBeUndefined();
      expect(checkPath(one, { ...page, status: 404, start: 'ref: refs/heads/main' }), one.path).toBeUndefined();
    }
    const git = wellKnownPaths.find(({ path }) => path === '/.git/HEAD');
    expect(git && checkPath(git, { ...page, start: 'ref: refs/heads/main\n' })).toMatchObject({ severity: 'high' });
  });
});

test('no text of an issue or a note begins a part of the report (rule 7)', () => {
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
  const outside = report.replace(/^````\n[^]*?\n````$/gm, '');
  expect(outside).not.toMatch(/(?<!\\)<script/);
  expect(outside.match(/^#+ .*$/gm)?.map((line) => line.slice(0, 14))).toEqual([
    '# Penetration ',
    '## Issues',
    '### \\# Heading',
    '## Statements ',
    '### \\# Heading',
  ]);
});
