/** Tests that keys and tokens of many issuers are recognized by their format and hidden, and that other texts stay. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { redactSecrets } from '#platform/redaction/redact-secrets';

/** Generates sample secrets at run time, so that scanners of repositories find none in this file. */
class SecretGenerator {
  readonly #seed: string;
  #count = 0;
  constructor(seed: string) {
    this.#seed = seed;
  }
  #from(alphabet: string, length: number): string {
    let result = '';
    while (result.length < length)
      for (const byte of createHash('sha256')
        .update(`${this.#seed} ${(this.#count += 1)}`)
        .digest())
        if (byte < 256 - (256 % alphabet.length)) result += alphabet[byte % alphabet.length] ?? '';
    return result.slice(0, length);
  }
  readonly hex = (length: number) => this.#from('0123456789abcdef', length);
  readonly digits = (length: number) => this.#from('0123456789', length);
  readonly lower = (length: number) => this.#from('abcdefghijklmnopqrstuvwxyz0123456789', length);
  readonly upper = (length: number) => this.#from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', length);
  readonly letters = (length: number) => this.#from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', length);
  readonly mixed = (length: number) => this.#from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', length);
  readonly url = (length: number) =>
    this.#from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_', length - 1) + this.mixed(1);
  readonly uuid = () => [8, 4, 4, 4, 12].map((length) => this.hex(length)).join('-');
}

/** A secret, or a secret with the text that must surround it. */
type Form = string | readonly [before: string, secret: string, after?: string];

const forms: Readonly<Record<string, (generator: SecretGenerator) => Form>> = {
  // Secrets of language models and related services.
  Groq: ({ mixed }) => `gsk_${mixed(52)}`,
  xAI: ({ mixed }) => `xai-${mixed(80)}`,
  Perplexity: ({ mixed }) => `pplx-${mixed(48)}`,
  Cerebras: ({ lower }) => `csk-${lower(48)}`,
  NVIDIA: ({ url }) => `nvapi-${url(64)}`,
  Together: ({ url }) => `tgp_v1_${url(43)}`,
  Fireworks: ({ mixed }) => `fw_${mixed(24)}`,
  'Anthropic OAuth': ({ url }) => `sk-ant-oat01-${url(90)}`,
  'OpenAI service account': ({ url }) => `sk-svcacct-${url(100)}`,
  'OpenAI session': ({ mixed }) => `sess-${mixed(40)}`,
  OpenRouter: ({ hex }) => `sk-or-v1-${hex(64)}`,
  ElevenLabs: ({ hex }) => `sk_${hex(48)}`,
  Replicate: ({ mixed }) => `r8_${mixed(37)}`,
  'Hugging Face': ({ letters }) => `hf_${letters(34)}`,
  'Hugging Face organization': ({ letters }) => `api_org_${letters(34)}`,
  LangSmith: ({ hex }) => `lsv2_pt_${hex(32)}_${hex(10)}`,
  Pinecone: ({ mixed }) => `pcsk_${mixed(6)}_${mixed(62)}`,
  Tavily: ({ mixed }) => `tvly-dev-${mixed(32)}`,
  Firecrawl: ({ hex }) => `fc-${hex(32)}`,
  Voyage: ({ url }) => `pa-${url(43)}`,
  E2B: ({ hex }) => `e2b_${hex(40)}`,
  RunPod: ({ upper }) => `rpa_${upper(46)}`,
  Anyscale: ({ lower }) => `esecret_${lower(26)}`,
  'Weights and Biases': ({ mixed }) => `wandb_v1_${mixed(77)}`,
  Cursor: ({ hex }) => `key_${hex(64)}`,
  'Gemini, new form': ({ url }) => `AQ.Ab8RN6${url(44)}`,
  // Secrets of networks and hosting.
  'Tailscale auth': ({ mixed }) => `tskey-auth-${mixed(17)}-${mixed(32)}`,
  'Tailscale API': ({ mixed }) => `tskey-api-${mixed(17)}-${mixed(32)}`,
  'Tailscale client': ({ mixed }) => `tskey-client-${mixed(17)}-${mixed(32)}`,
  'Defined Networking': ({ upper }) => `dnkey-${upper(26)}-${upper(52)}`,
  'Fly.io': ({ mixed }) => `fm2_${mixed(120)}`,
  'Fly.io organization': ({ url }) => `fo1_${url(43)}`,
  Render: ({ mixed }) => `rnd_${mixed(28)}`,
  Vercel: ({ mixed }) => `vcp_${mixed(56)}`,
  'Vercel Blob': ({ mixed }) => `vercel_blob_rw_${mixed(16)}_${mixed(30)}`,
  Netlify: ({ mixed }) => `nfp_${mixed(36)}`,
  'Cloudflare user token': ({ mixed }) => `cfut_${mixed(48)}`,
  'Cloudflare origin CA': ({ hex }) => `v1.0-${hex(24)}-${hex(146)}`,
  Neon: ({ lower }) => `napi_${lower(64)}`,
  'Supabase secret': ({ url }) => `sb_secret_${url(31)}`,
  'MongoDB Atlas': ({ url }) => `mdb_sa_sk_${url(40)}`,
  'ClickHouse Cloud': ({ mixed }) => `4b1d${mixed(38)}`,
  'Azure DevOps': ({ mixed }) => `${mixed(52)}JQQJ99${mixed(14)}ACAAAAAAAAAAAAASAZDO${mixed(4)}`,
  'Azure Functions': ({ mixed }) => `${mixed(44)}AzFu${mixed(6)}==`,
  'AWS session': ({ mixed }) => `IQoJb3JpZ2luX2Vj${mixed(300)}==`,
  'AWS AppSync': ({ lower }) => `da2-${lower(26)}`,
  'Amazon MWS': ({ uuid }) => `amzn.mws.${uuid()}`,
  'Tencent Cloud': ({ mixed }) => `AKID${mixed(32)}`,
  DigitalOcean: ({ hex }) => `dop_v1_${hex(64)}`,
  'Heroku, new form': ({ url }) => `HRKU-AA${url(58)}`,
  OpenShift: ({ url }) => `sha256~${url(43)}`,
  // Secrets of build, publishing and monitoring services.
  SonarQube: ({ hex }) => `squ_${hex(40)}`,
  Snyk: ({ url }) => `snyk_uat.${mixedDots(url)}`,
  Sourcegraph: ({ hex }) => `sgp_${hex(16)}_${hex(40)}`,
  CircleCI: ({ mixed, hex }) => `CCIPAT_${mixed(22)}_${hex(40)}`,
  Buildkite: ({ hex }) => `bkua_${hex(40)}`,
  Harness: ({ mixed }) => `pat.${mixed(22)}.${mixed(24)}.${mixed(20)}`,
  'Octopus Deploy': ({ upper }) => `API-${upper(26)}`,
  Artifactory: ({ mixed }) => `AKCp${mixed(69)}`,
  'Artifactory reference': ({ mixed }) => `cmVmd${mixed(59)}`,
  NuGet: ({ lower }) => `oy2${lower(43)}`,
  'crates.io': ({ mixed }) => `cio${mixed(32)}`,
  Prefect: ({ mixed }) => `pnu_${mixed(36)}`,
  'GitLab runner registration': ({ url }) => `GR1348941${url(20)}`,
  'GitLab, routable': ({ url, lower }) => `glpat-${url(40)}.01.${lower(9)}`,
  'Bitbucket app password': ({ mixed }) => `ATBB${mixed(32)}`,
  LaunchDarkly: ({ uuid }) => `sdk-${uuid()}`,
  PostHog: ({ mixed }) => `phx_${mixed(43)}`,
  'Elastic Cloud': ({ mixed }) => `essu_${mixed(60)}==`,
  PagerDuty: ({ mixed }) => `pdus+_0XBPWQQ_${mixed(24)}`,
  Infracost: ({ mixed }) => `ico-${mixed(32)}`,
  ReadMe: ({ lower }) => `rdme_${lower(70)}`,
  Scalingo: ({ url }) => `tk-us-${url(48)}`,
  'Trigger.dev': ({ mixed }) => `tr_prod_${mixed(24)}`,
  Inngest: ({ hex }) => `signkey-prod-${hex(64)}`,
  // Secrets of e-mail, payment and office services.
  Resend: ({ mixed }) => `re_${mixed(8)}_${mixed(24)}`,
  'Brevo SMTP': ({ hex, mixed }) => `xsmtpsib-${hex(64)}-${mixed(16)}`,
  MailerSend: ({ hex }) => `mlsn.${hex(64)}`,
  'Mailgun, new form': ({ hex }) => `${hex(32)}-${hex(8)}-${hex(8)}`,
  Plaid: ({ uuid }) => `access-sandbox-${uuid()}`,
  Flutterwave: ({ hex }) => `FLWSECK_TEST-${hex(32)}-X`,
  Shippo: ({ hex }) => `shippo_live_${hex(40)}`,
  EasyPost: ({ mixed }) => `EZAK${mixed(54)}`,
  Duffel: ({ url }) => `duffel_live_${url(43)}`,
  Paddle: ({ lower, mixed }) => `pdl_live_apikey_${lower(26)}_${mixed(22)}_${mixed(3)}`,
  Polar: ({ mixed }) => `polar_oat_${mixed(43)}`,
  Lob: ({ hex }) => `live_${hex(35)}`,
  Braintree: ({ lower, hex }) => `access_token$production$${lower(16)}$${hex(32)}`,
  Stytch: ({ url }) => `secret-live-${url(36)}`,
  Typeform: ({ url }) => `tfp_${url(59)}`,
  Contentful: ({ url }) => `CFPAT-${url(43)}`,
  HubSpot: ({ uuid }) => `pat-na1-${uuid()}`,
  Intercom: ({ mixed }) => `dG9rO${mixed(55)}=`,
  ClickUp: ({ digits, upper }) => `pk_${digits(8)}_${upper(32)}`,
  Asana: ({ digits, hex }) => `2/${digits(16)}/${digits(16)}:${hex(32)}`,
  'Notion, old form': ({ mixed }) => `secret_${mixed(43)}`,
  Salesforce: ({ mixed, url }) => `00D${mixed(12)}!AQ${url(90)}`,
  Facebook: ({ mixed }) => `EAAM${mixed(150)}`,
  Twitter: ({ mixed }) => `${'A'.repeat(22)}${mixed(90)}`,
  'Firebase messaging': ({ url }) => `AAAA${url(7)}:APA91b${url(134)}`,
  Adobe: ({ lower }) => `p8e-${lower(32)}`,
  MaxMind: ({ mixed }) => `${mixed(6)}_${mixed(29)}_mmk`,
  'Frame.io': ({ url }) => `fio-u-${url(64)}`,
  Vanta: ({ mixed }) => `vcs_${mixed(40)}`,
  'Bitwarden machine account': ({ uuid, mixed }) => `0.${uuid()}.${mixed(30)}:${mixed(22)}==`,
  // Secrets in files and commands.
  '.pgpass': ({ mixed }) => ['db.example.com:5432:app:reporting:', mixed(14)],
  '.pgpass with wildcards': ({ mixed }) => ['*:*:*:postgres:', mixed(12), '\n'],
  '.pgpass of this machine': () => ['localhost:5432:app:app:', 'kestrel'],
  '.netrc': () => ['machine api.example.com login deploy password ', 'kestrel'],
  'curl -u': () => ['curl -u deploy:', 'kestrel', ' https://api.example.com'],
  'curl --user': () => ['curl --user "deploy:', 'kestrel', '" https://api.example.com'],
  sshpass: () => ['sshpass -p ', 'kestrel', ' ssh root@backup01'],
  'nuget.config': () => ['<add key="ClearTextPassword" value="', 'kestrel', '" />'],
  'PuTTY key': ({ mixed }) => ['PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\n', mixed(44), '\nPrivate-MAC: 00'],
  'password hash': ({ mixed }) => ['root:', `$6$${mixed(16)}$${mixed(86)}`, ':19000:0:'],
  bcrypt: ({ mixed }) => `$2b$12$${mixed(53)}`,
};

function mixedDots(url: SecretGenerator['url']): string {
  return `${url(8)}.${url(40)}.${url(40)}`;
}

describe('is hidden because of its format', () => {
  test('there are more than sixty kinds', () => {
    expect(Object.keys(forms).length).toBeGreaterThan(60);
  });
  test.each(Object.entries(forms))('%s', (_kind, formOf) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const form = formOf(new SecretGenerator(String(seed)));
      const [before, secret, after = ''] = typeof form === 'string' ? ['', form] : form;
      for (const [textBefore, textAfter] of [
        ['We use ', ' there.'],
        ['{"note":"', '"}'],
        ['a\n', '\nb'],
      ]) {
        const redacted = redactSecrets(`${textBefore}${before}${secret}${after}${textAfter}`);
        expect(redacted, secret).not.toContain(secret);
        // No usable part of a token remains.
        for (let index = 0; index + 12 <= secret.length; index += 1)
          expect(redacted, secret).not.toContain(secret.slice(index, index + 12));
        expect(redacted).toContain(textAfter);
      }
    }
  });
});

describe('is not hidden', () => {
  const generator = new SecretGenerator('stays');
  const commit = generator.hex(40);
  test.each([
    `The change is ${commit}.`,
    `See https://git.example.com/app/commit/${commit}`,
    `sha256:${generator.hex(64)}`,
    `The digest of the image is ${generator.hex(64)}`,
    `Request ${generator.uuid()} failed`,
    `${generator.uuid()},${generator.uuid()}`,
    `rsk_${generator.hex(24)} belongs to org_${generator.hex(24)}`,
    `prt_${generator.hex(24)}`,
    'ISO:27001:2022:Annex:A.5.1',
    'arn:aws:iam:us-east-1:123456789012:role/Admin',
    'cpe:2.3:a:openssl:openssl:3.0.1',
    'The address is 00:11:22:33:44:55',
    'The address is 2001:0db8:85a3:0000:0000:8a2e:0370:7334',
    'It began at 2026-01-02T10:30:00:123',
    'Listen at db.example.com:5432',
    'The ratio is 1:200:3:4',
    'curl -u is an option',
    'The machine has a login and a password policy.',
    'pa-system, fc-barcelona, re_invented, live_and_learn, key_performance_indicators, secret_santa',
    'test_driven_development and live_streaming_of_the_board_meeting',
    'API-FIRST, API-GATEWAY and API-SECURITY-REQUIREMENTS-2026',
    'tr_prod_environment and access-sandbox-environment',
    'sess-ion, sdk-android, sdk-for-javascript-in-the-browser',
    'cio, cionet and the CIO of the company',
    'informationsecuritymanagementsystemdocumentation',
    'Das Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
    'The confirmations are in /letters/confirmations/information-security-policy-2026',
    'https://example.com/access/identity-and-access-management-1',
    'It costs $6 or $12 a month',
    'Version v1.0-rc1 of 2026-01-02',
    'Two of 2/1200000000000000/1 are done',
    'We keep evidence for 12 months and review access every quarter, on the first Monday.',
  ])('%s', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });
  test('every id of the contract', () => {
    const ids = new Set(readFileSync('generated/openapi.json', 'utf8').match(/\b[a-z]+(?:_[a-z]+)*_[0-9a-f]{24}\b/g));
    expect(ids.size).toBeGreaterThan(100);
    expect([...ids].filter((id) => redactSecrets(`The record ${id} was changed.`) !== `The record ${id} was changed.`)).toEqual([]);
  });
});
