/** Public pages of trust portals. */
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { Caller } from './app.ts';
import { addVendor } from './vendors.ts';

type Call = Caller['call'];

export async function callSuccessfully(call: Call, method: string, url: string, body: unknown) {
  const answer = await call(method, url, { body });
  expect(answer.status, `${method} ${url}: ${answer.text}`).toBeLessThan(300);
  return answer.body;
}

export interface PortalContent {
  readonly overviewTitle?: string;
  readonly overviewContent?: string;
  readonly faqs?: readonly { readonly question: string; readonly answer: string }[];
  readonly links?: readonly { readonly title: string; readonly description?: string; readonly url: string }[];
  readonly vendor?: { readonly name: string; readonly description: string };
  readonly contactEmail?: string;
  readonly primaryColor?: string;
  readonly frameworks?: readonly object[];
}

/** Publishes a portal with this content. @returns its friendly URL */
export async function publish(call: Call, content: PortalContent = {}): Promise<string> {
  const { overviewTitle = 'Overview', overviewContent = 'We take care.', faqs = [], links = [], vendor, frameworks } = content;
  const { contactEmail = 'security@example.com', primaryColor = '#7A1FA2' } = content;
  const portalPath = (path: string) => `/v1/trust-portal${path}`;
  await callSuccessfully(call, 'PATCH', portalPath('/settings'), { contactEmail, primaryColor });
  await callSuccessfully(call, 'PATCH', portalPath('/overview'), { overviewTitle, overviewContent, showOverview: true });
  await callSuccessfully(call, 'PUT', portalPath('/settings/faqs'), { faqs });
  for (const link of links) await callSuccessfully(call, 'POST', portalPath('/custom-links'), link);
  if (frameworks) await callSuccessfully(call, 'PATCH', portalPath('/settings/frameworks'), { frameworks });
  if (vendor) {
    const { id } = await addVendor(call, { ...vendor, isSubProcessor: true, website: 'https://vendor.example.com' });
    await callSuccessfully(call, 'PATCH', portalPath(`/vendors/${id}/trust-settings`), {
      showOnTrustPortal: true,
      complianceBadges: [{ type: 'iso27001', verified: true }],
    });
  }
  const { friendlyUrl } = await callSuccessfully(call, 'PUT', portalPath('/settings/toggle'), { enabled: true });
  return friendlyUrl;
}

/** Sends a request to a server under another host name. */
export async function askAs(base: string, host: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  const request = http.get(new URL(path, base), { headers: { host, ...headers } });
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  if (!response) throw new Error('no answer');
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}
