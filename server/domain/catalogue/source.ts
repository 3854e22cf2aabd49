/** Imports the content of data/, whose format schema.json defines. CMMC level 2 and FedRAMP are derived from the NIST requirements. */
import { cmmcLevelTwo } from './cmmc.ts';
import controls from './data/controls.json' with { type: 'json' };
import ccpa from './data/frameworks/ccpa.json' with { type: 'json' };
import cis from './data/frameworks/cis.json' with { type: 'json' };
import cisTemplates from './data/cis.json' with { type: 'json' };
import cloud from './data/cloud.json' with { type: 'json' };
import cyberessentials from './data/frameworks/cyberessentials.json' with { type: 'json' };
import essentialeight from './data/frameworks/essentialeight.json' with { type: 'json' };
import dora from './data/frameworks/dora.json' with { type: 'json' };
import aiact from './data/frameworks/aiact.json' with { type: 'json' };
import nist from './data/nist.json' with { type: 'json' };
import nistBaselines from './data/nist-baselines.json' with { type: 'json' };
import cmmc from './data/frameworks/cmmc.json' with { type: 'json' };
import fedramp from './data/frameworks/fedramp.json' with { type: 'json' };
import gdpr from './data/frameworks/gdpr.json' with { type: 'json' };
import hipaa from './data/frameworks/hipaa.json' with { type: 'json' };
import iso22301 from './data/frameworks/iso22301.json' with { type: 'json' };
import iso27017 from './data/frameworks/iso27017.json' with { type: 'json' };
import iso27018 from './data/frameworks/iso27018.json' with { type: 'json' };
import iso9001 from './data/frameworks/iso9001.json' with { type: 'json' };
import iso27001 from './data/frameworks/iso27001.json' with { type: 'json' };
import nis2 from './data/frameworks/nis2.json' with { type: 'json' };
import iso42001 from './data/frameworks/iso42001.json' with { type: 'json' };
import iso27701 from './data/frameworks/iso27701.json' with { type: 'json' };
import pcidss from './data/frameworks/pcidss.json' with { type: 'json' };
import pcidssTemplates from './data/pcidss.json' with { type: 'json' };
import tisax from './data/frameworks/tisax.json' with { type: 'json' };
import tisaxTemplates from './data/tisax.json' with { type: 'json' };
import nist800171 from './data/frameworks/nist800171.json' with { type: 'json' };
import nist800171r3 from './data/frameworks/nist800171r3.json' with { type: 'json' };
import nist80053 from './data/frameworks/nist80053.json' with { type: 'json' };
import nistcsf from './data/frameworks/nistcsf.json' with { type: 'json' };
import quality from './data/quality.json' with { type: 'json' };
import soc2 from './data/frameworks/soc2.json' with { type: 'json' };
import tasks from './data/tasks.json' with { type: 'json' };
import { fedrampBaselines } from './fedramp.ts';
import { type PolicySource, readPolicies } from './policy-files.ts';
import type { ControlGuidance, FrameworkPart, FrameworkSlug, Standard } from './types.ts';

interface Named {
  readonly name: string;
  readonly description: string;
}

export interface FrameworkSource extends Named {
  readonly version: string;
  readonly release: string;
  readonly releaseNotes?: string;
  readonly parts?: readonly FrameworkPart[];
  readonly draft?: boolean;
  readonly standard?: Standard;
  readonly requirements: readonly RequirementSource[];
}

export interface RequirementSource extends Named {
  readonly identifier: string;
  readonly requirementFamily: string;
  readonly part?: string;
  /** Aspects of the requirement that an auditor examines. */
  readonly pointsOfFocus?: readonly string[];
  /** The controls that help to meet the requirement. */
  readonly controls?: readonly { readonly slug: string; readonly strength: string }[];
}

export interface ControlSource extends Named {
  readonly slug: string;
  readonly controlFamily: string;
  readonly guidance: ControlGuidance;
  readonly documentTypes: readonly string[];
  readonly policies: readonly string[];
  readonly tasks: readonly string[];
}

export interface TaskSource extends Named {
  readonly slug: string;
  readonly frequency: string;
  readonly department: string;
  readonly automationStatus: string;
}

export interface CatalogueSource {
  readonly frameworks: Readonly<Record<FrameworkSlug, FrameworkSource>>;
  readonly controls: readonly ControlSource[];
  readonly policies: readonly PolicySource[];
  readonly tasks: readonly TaskSource[];
}

const cmmcRequirements = [...cmmc.requirements, ...cmmcLevelTwo(nist800171.requirements)].sort((one, other) =>
  one.part.localeCompare(other.part),
);

export const catalogueSource: CatalogueSource = {
  frameworks: {
    soc2,
    iso27001,
    hipaa,
    gdpr,
    nistcsf,
    nist800171,
    nist800171r3,
    cmmc: { ...cmmc, requirements: cmmcRequirements },
    nist80053,
    fedramp: { ...fedramp, requirements: fedrampBaselines(nist80053.requirements, fedramp.requirements) },
    cyberessentials,
    essentialeight,
    nis2,
    iso42001,
    dora,
    iso27701,
    aiact,
    iso22301,
    ccpa,
    cis,
    pcidss,
    tisax,
    iso9001,
    iso27017,
    iso27018,
  },
  controls: [
    ...controls,
    ...nist.controls,
    ...nistBaselines.controls,
    ...cisTemplates.controls,
    ...pcidssTemplates.controls,
    ...tisaxTemplates.controls,
    ...quality.controls,
    ...cloud.controls,
  ],
  policies: readPolicies(),
  tasks: [
    ...tasks,
    ...nist.tasks,
    ...nistBaselines.tasks,
    ...cisTemplates.tasks,
    ...pcidssTemplates.tasks,
    ...tisaxTemplates.tasks,
    ...quality.tasks,
    ...cloud.tasks,
  ],
};
