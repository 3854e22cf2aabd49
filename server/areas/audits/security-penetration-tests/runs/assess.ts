/** Passive assessments: examine what a server shows to every visitor, one request at a time (security-penetration-tests, rule 9). */
import { randomBytes } from 'node:crypto';
import type { Http, ProbeResponse } from '#platform/ports/http';
import {
  PenetrationTestFailed,
  type PenetrationTestOrder,
  type PenetrationTestRunner,
  type PenetrationTestContext,
} from '#platform/ports/penetration-testing';
import { Unreachable } from '#platform/ports/unreachable';
import { depths } from '../rules/limits.ts';
import { checks as allChecks, issuesOfSkippedChecks } from '../rules/passive/active.ts';
import { obsoleteVersions, checkCertificate, checkTlsVersions, createNoTlsIssue } from '../rules/passive/certificate.ts';
import { checkSameSite, checkSessionFlags } from '../rules/passive/cookies.ts';
import { checkBanners, checkContentHeaders, checkFramingHeaders, checkTransportHeaders } from '../rules/passive/headers.ts';
import type { Weakness } from '../rules/passive/issues.ts';
import { checkPath, wellKnownPaths } from '../rules/passive/paths.ts';
import { checkRepository } from '../rules/passive/repository.ts';

const maxRequests = 60;
const agent = 'passive-assessment';
const method =
  'This is a passive assessment. It read what the target shows to everybody, with at most 60 requests, and attacked nothing. ' +
  'Checks that need active testing were not performed, and are listed as such.';

export function assessWith(http: Http): PenetrationTestRunner['perform'] {
  return (order, context) => new Assessment(http, order, context).carryOut();
}

class Assessment {
  readonly #http: Http;
  readonly #order: PenetrationTestOrder;
  readonly #context: PenetrationTestContext;
  readonly #target: URL;
  readonly #checks: readonly string[];
  #requests = 0;
  #completedParts = 0;

  constructor(http: Http, order: PenetrationTestOrder, context: PenetrationTestContext) {
    this.#http = http;
    this.#order = order;
    this.#context = context;
    this.#target = new URL(order.targetUrl);
    this.#checks = order.checks ?? allChecks;
  }

  async carryOut() {
    const { enter, progress } = this.#context;
    const parts = [
      ['Transport', () => this.#checkTransport()],
      ['Headers and cookies', () => this.#checkHeaders()],
      ['Well-known paths', () => this.#checkPaths()],
      ['Checks that need active testing', () => this.#reportSkippedChecks()],
    ] as const;
    const { repoUrl } = this.#order;
    if (repoUrl !== null) await enter('cloning');
    const repositoryWeakness = repoUrl === null ? undefined : await this.#examineRepository(repoUrl);
    await enter('running');
    // Requests the page first, so that nothing is reported about a target that cannot be reached.
    await this.#loadPage();
    if (repoUrl !== null && repositoryWeakness) await this.#report(repositoryWeakness, repoUrl);
    for (const [phase, work] of parts) {
      await progress(phase, this.#completedParts, parts.length);
      await this.#context.tell({ type: 'phase', agent, summary: phase });
      await work();
      this.#completedParts += 1;
    }
    await progress('Done', parts.length, parts.length);
    return { method };
  }

  #page: ProbeResponse | undefined;

  async #loadPage(): Promise<void> {
    try {
      this.#page = await this.#probe(this.#target);
    } catch (error) {
      throw error instanceof Unreachable ? new PenetrationTestFailed('infrastructure', error.message) : error;
    }
  }

  async #examineRepository(repoUrl: string): Promise<Weakness> {
    // Git sends this request first to a repository over http. Without credentials, only public repositories answer it.
    const { origin, pathname } = new URL(repoUrl);
    const url = new URL(`${origin}${pathname.replace(/\/$/, '')}/info/refs?service=git-upload-pack`);
    const response = await this.#probeIfReachable(url);
    return checkRepository(repoUrl, response?.status === 200 && response.start.includes('git-upload-pack'));
  }

  async #checkTransport(): Promise<void> {
    if (!this.#hasCheck('technology_config')) return;
    const { protocol, host } = this.#target;
    if (protocol === 'https:') {
      for (const weakness of checkCertificate(await this.#fetchCertificate(), new Date())) await this.#report(weakness, host);
      const acceptedVersions: string[] = [];
      for (const version of obsoleteVersions) if (await this.#acceptsTlsVersion(version)) acceptedVersions.push(version);
      for (const weakness of checkTlsVersions(acceptedVersions)) await this.#report(weakness, host);
    }
    const httpUrl = new URL(this.#target);
    httpUrl.protocol = 'http:';
    // Only the default ports are compared, because another port of the same host could be another service.
    const response = protocol === 'http:' ? this.#page : this.#target.port === '' ? await this.#probeIfReachable(httpUrl) : undefined;
    if (response && !redirectsToTls(httpUrl, response)) await this.#report(createNoTlsIssue(), httpUrl.href);
  }

  async #checkHeaders(): Promise<void> {
    if (!this.#page) return;
    const { headers, cookies } = this.#page;
    const overTls = this.#target.protocol === 'https:';
    const weaknesses = [
      ...(this.#hasCheck('technology_config') ? [...checkTransportHeaders(headers, overTls), ...checkBanners(headers)] : []),
      ...(this.#hasCheck('xss') ? [...checkContentHeaders(headers), ...checkFramingHeaders(headers)] : []),
      ...(this.#hasCheck('authentication') ? checkSessionFlags(cookies, overTls) : []),
      ...(this.#hasCheck('csrf') ? checkSameSite(cookies) : []),
    ];
    for (const weakness of weaknesses) await this.#report(weakness, this.#target.href);
  }

  async #checkPaths(): Promise<void> {
    const requestedPaths = wellKnownPaths.filter(({ group }) => this.#hasCheck(group)).slice(0, depths[this.#order.scanDepth].paths);
    if (!requestedPaths.length) return;
    // Some servers send the same page for every path. So a random path reveals which page is sent for missing paths.
    const missingPage = await this.#probeIfReachable(new URL(`/${randomBytes(12).toString('hex')}`, this.#target));
    for (const wellKnownPath of requestedPaths) {
      const url = new URL(wellKnownPath.path, this.#target);
      const response = await this.#probeIfReachable(url);
      if (!response || (missingPage?.status === 200 && missingPage.start === response.start)) continue;
      const weakness = checkPath(wellKnownPath, response);
      if (weakness) await this.#report(weakness, url.href);
    }
  }

  async #reportSkippedChecks(): Promise<void> {
    for (const weakness of issuesOfSkippedChecks(allChecks.filter((check) => this.#hasCheck(check))))
      await this.#report(weakness, this.#target.href);
  }

  #hasCheck(check: string): boolean {
    return this.#checks.includes(check);
  }

  async #probe(url: URL): Promise<ProbeResponse> {
    this.#countRequest();
    const response = await this.#http.probe(url, this.#context.signal);
    const summary = `GET ${url.pathname}: ${response.status}`;
    await this.#context.tell({ type: 'action', agent, tool: 'http', summary });
    return response;
  }

  async #probeIfReachable(url: URL): Promise<ProbeResponse | undefined> {
    return this.#probe(url).catch(ignoreUnreachable);
  }

  async #fetchCertificate() {
    this.#countRequest();
    try {
      return await this.#http.certificate(this.#target, this.#context.signal);
    } catch (error) {
      throw error instanceof Unreachable ? new PenetrationTestFailed('infrastructure', error.message) : error;
    }
  }

  async #acceptsTlsVersion(version: (typeof obsoleteVersions)[number]): Promise<boolean> {
    this.#countRequest();
    const certificate = await this.#http.certificate(this.#target, this.#context.signal, version).catch(ignoreUnreachable);
    return certificate !== undefined;
  }

  #countRequest(): void {
    this.#requests += 1;
    if (this.#requests > maxRequests) throw new Error('a passive assessment sends more requests than are allowed');
  }

  async #report({ proof, ...weakness }: Weakness, affectedEndpoint: string): Promise<void> {
    await this.#context.found({ ...weakness, affectedEndpoint, evidence: proof });
    await this.#context.tell({ type: 'finding', agent, summary: weakness.title });
  }
}

function redirectsToTls(url: URL, { status, headers: { location } }: ProbeResponse): boolean {
  return status >= 300 && status < 400 && URL.canParse(location ?? '', url.href) && new URL(location ?? '', url).protocol === 'https:';
}

function ignoreUnreachable(error: unknown): undefined {
  if (!(error instanceof Unreachable)) throw error;
}
