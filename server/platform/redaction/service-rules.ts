/** Further rules for secrets that begin with an issuer's prefix, or contain its mark. */
import { isRandom } from './random.ts';
import type { SecretRule } from './rule.ts';

export const serviceRules: readonly SecretRule[] = [
  {
    id: 'network',
    description: 'Keys of Tailscale and Defined Networking, and tokens of OpenShift',
    marks: ['tskey-', 'dnkey-', 'sha256~'],
    pattern: /(?<![A-Za-z0-9])(?:tskey-[a-z]{2,12}-[A-Za-z0-9-]{16,}|dnkey-[A-Z0-9]{20,}-[A-Z0-9]{40,}|sha256~[\w-]{40,})/g,
    examples: [
      ['tskey-auth-', 'kx8Kd2Lm4CNTRL-Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4Pq6'],
      ['tskey-client-', 'kx8Kd2Lm4CNTRL-Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4Pq6'],
    ],
    lookalikes: ['tskey-auth-', 'sha256~'],
  },
  {
    id: 'platform',
    description: 'Tokens of Fly.io, Vercel, Netlify, Cloudflare, Neon, Supabase, MongoDB Atlas and ClickHouse Cloud',
    marks: ['fo1_', 'vercel_blob_rw_', 'fm1', 'fm2_', 'vc', 'nf', 'cf', 'v1.0-', 'napi_', 'sb_secret_', 'mdb_sa_sk_', '4b1d'],
    pattern:
      /(?<![A-Za-z0-9])(?:fo1_[\w-]{40,}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{60,}={0,3}|vc[aikprs]_[A-Za-z0-9]{28,}|vercel_blob_rw_\w{30,}|nf[a-z]_[A-Za-z0-9]{36,}|cf(?:k|ut|at)_[A-Za-z0-9]{40,}|v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}|napi_[a-z0-9]{50,}|sb_secret_[\w-]{28,}|mdb_sa_sk_[\w-]{30,}|4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9]))/g,
    examples: [
      ['sb_secret_', 'x8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj'],
      ['v1.0-', `${'0123456789ab'.repeat(2)}-${'0123456789abcdef'.repeat(9)}01`],
    ],
    lookalikes: ['v1.0-rc1', 'sb_secret_santa', 'vca_report'],
  },
  {
    id: 'cloud',
    description: 'Sessions of AWS, keys of AppSync, MWS and Tencent Cloud, and keys of Azure with a mark inside',
    marks: ['iqojb3jpz2lu', 'da2-', 'amzn.mws.', 'akid', 'jqqj99', 'azfu', 'azca', 'azse'],
    pattern:
      /(?<![A-Za-z0-9])(?:IQoJb3JpZ2lu[A-Za-z0-9+/]{60,}={0,2}|da2-[a-z0-9]{26}|amzn\.mws\.[0-9a-f-]{36}|AKID[A-Za-z0-9]{32}|[A-Za-z0-9]{30,60}JQQJ99[A-Za-z0-9]{20,50}|(?<![+/_-])[A-Za-z0-9+/_-]{40,44}Az(?:Fu|Ca|Se)[A-Za-z0-9+/_-]{5,8}={0,2})(?![A-Za-z0-9])/g,
    examples: [['IQoJb3JpZ2lu', 'X2Vjx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4Pq6Rs8Tu0Vw2XyZa4Bc6De8F']],
    lookalikes: ['da2-plan', 'amzn.mws.', 'JQQJ99'],
  },
  {
    id: 'pipeline',
    description: 'Tokens of SonarQube, Snyk, Sourcegraph, CircleCI, Buildkite, Harness, Octopus Deploy, Prefect, Inngest and Infracost',
    marks: ['sq', 'snyk_', 'sgp_', 'ccip', 'bk', 'pat.', 'sat.', 'api-', 'pnu_', 'pnb_', 'signkey-', 'ico-'],
    pattern:
      /(?<![A-Za-z0-9])(?:sq[apu]_[0-9a-f]{40}|snyk_[a-z]{3}\.[\w.-]{30,}|sgp_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}|CCIP(?:AT|RJ)_\w{40,}|bk[a-z]{2}_[0-9a-f]{40}|[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}|API-[A-Z0-9]{26}(?![A-Za-z0-9-])|pn[bu]_[A-Za-z0-9]{36}|signkey-[a-z]{2,12}-[0-9a-f]{32,}|ico-[A-Za-z0-9]{32})/g,
    examples: [
      ['sqp_', '0123456789abcdef0123456789abcdef01234567'],
      ['API-', 'A1B2C3D4E5F6G7H8I9J0K1L2M3'],
    ],
    lookalikes: ['sqp_1', 'API-SECURITY-REQUIREMENTS-2026', 'pat.one.two'],
  },
  {
    id: 'repository',
    description:
      'Tokens of Artifactory, NuGet, crates.io, Bitbucket, runners of GitLab, LaunchDarkly, PostHog, Elastic Cloud and PagerDuty',
    marks: ['akcp', 'cmvmd', 'oy2', 'cio', 'atbb', 'gr1348941', 'sdk-', 'mob-', 'api-', 'phx_', 'essu_', 'pdus+'],
    pattern:
      /(?<![A-Za-z0-9])(?:AKCp[A-Za-z0-9]{60,}|cmVmd[A-Za-z0-9]{59}(?![A-Za-z0-9])|oy2[a-z0-9]{43}(?![A-Za-z0-9])|cio[A-Za-z0-9]{32}(?![A-Za-z0-9])|ATBB[A-Za-z0-9]{28,}|GR1348941[\w-]{20,}|(?:sdk|mob|api)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|phx_[A-Za-z0-9]{40,}|essu_[A-Za-z0-9+/]{40,}={0,2}|pdus\+[\w+-]{20,})/g,
    isSecret: (value) => !/^(?:oy2|cio)/.test(value) || /\d/.test(value.slice(3)),
    examples: [
      ['oy2', 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0u1v'],
      ['GR1348941', 'x8Kd2Lm4Qz7Rt9Vw1Yb3'],
    ],
    lookalikes: ['sdk-for-javascript', 'ciosandchiefinformationsecurityofficer', 'phx_airport'],
  },
  {
    id: 'mail-service',
    description: 'Keys of Resend, Brevo, MailerSend and Mailgun',
    marks: ['re_', 'xsmtpsib-', 'mlsn.', '-'],
    pattern:
      /(?<![A-Za-z0-9-])(?:re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,28}(?![A-Za-z0-9])|xsmtpsib-[0-9a-f]{32,}[\w-]{0,40}|mlsn\.[0-9a-f]{40,}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9-]))/g,
    isSecret: (value) => !value.startsWith('re_') || isRandom(value),
    examples: [['xsmtpsib-', '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef-a1B2c3D4e5F6g7H8']],
    lookalikes: ['re_invented_the_whole_documentation', 'mlsn.'],
  },
  {
    id: 'payment',
    description: 'Tokens of Plaid, Flutterwave, Shippo, EasyPost, Duffel, Paddle, Polar, Lob and Braintree',
    marks: ['access-', 'flwseck', 'shippo_', 'ez', 'duffel_', 'pdl_', 'polar_', 'live_', 'test_', 'access_token$'],
    pattern:
      /(?<![A-Za-z0-9])(?:access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}|FLWSECK(?:_TEST)?-[0-9a-f]{12,}(?:-X)?|shippo_(?:live|test)_[0-9a-f]{40}|EZ[AT]K[A-Za-z0-9]{54}|duffel_(?:live|test)_[\w=-]{40,}|pdl_[a-z]{3,5}_apikey_\w{40,}|polar_[a-z]{2,4}_\w{30,}|(?<![_-])(?:live|test)_[0-9a-f]{35}(?![A-Za-z0-9])|access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32})/g,
    examples: [
      ['duffel_live_', 'x8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4Pq6Rs'],
      ['access-sandbox-', '01234567-89ab-4cde-8f01-23456789abcd'],
    ],
    lookalikes: ['access-production-environment', 'live_streaming', 'test_driven_development'],
  },
  {
    id: 'office',
    description: 'Tokens of Stytch, Typeform, Contentful, HubSpot, Intercom, ClickUp, Asana, Salesforce, Adobe, Frame.io, Vanta and ReadMe',
    marks: ['secret-', 'tfp_', 'cfpat-', 'pat-', 'dg9ro', 'pk_', '/', '00d', 'p8e-', 'fio-u-', 'vcs_', 'rdme_', 'tk-us-', 'sm_'],
    pattern:
      /(?<![A-Za-z0-9])(?:secret-(?:live|test)-[\w=-]{30,}|tfp_[\w.=-]{40,}|CFPAT-[\w-]{40,}|pat-[a-z]{2}\d-[0-9a-f]{8}-[0-9a-f-]{27}|dG9rO[A-Za-z0-9+/]{50,}={0,2}|pk_\d{6,12}_[A-Z0-9]{30,}|[12]\/\d{10,20}(?:\/\d{10,20})?:[0-9a-f]{32}|00D[A-Za-z0-9]{12,15}![\w.-]{20,}|p8e-[a-z0-9]{32}|fio-u-[\w=-]{60,}|rdme_[a-z0-9]{60,}|tk-us-[\w-]{48}|sm_(?:aat|pat|sat)_[A-Za-z0-9]{16})/g,
    examples: [
      ['pat-na1-', '01234567-89ab-4cde-8f01-23456789abcd'],
      ['CFPAT-', 'x8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4Pq6Rs'],
    ],
    lookalikes: ['pat-downs', 'secret-live-show', '2/1200000000000000/1'],
  },
  {
    id: 'social',
    description: 'Tokens of Facebook and Twitter, keys of Firebase messaging and MaxMind, and machine accounts of Bitwarden',
    marks: ['eaa', 'aaaaaaaaaaaaaaaaaaaa', ':apa91b', '_mmk', '0.'],
    pattern:
      /(?<![A-Za-z0-9])(?:EAA[A-Z][A-Za-z0-9]{80,}|A{20,22}[A-Za-z0-9%]{60,}|AAAA[\w-]{7}:APA91b[\w-]{60,}|[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk|0\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[A-Za-z0-9]{20,40}:[A-Za-z0-9+/]{20,30}={0,2})/g,
    examples: [['x8Kd2L', '_m4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2_mmk']],
    lookalikes: ['EAAS', '_mmk'],
  },
];
