/** Defines the structure of the catalog: frameworks, and templates for the controls, policies and tasks that they require. */
import type { FormType } from '#domain/evidence-forms/definition';
import type { RichTextDocument } from './rich-text.ts';

export const frameworkSlugs = [
  'soc2',
  'iso27001',
  'hipaa',
  'gdpr',
  'nistcsf',
  'nist800171',
  'nist800171r3',
  'cmmc',
  'nist80053',
  'fedramp',
  'cyberessentials',
  'essentialeight',
  'nis2',
  'iso42001',
  'dora',
  'iso27701',
  'aiact',
  'iso22301',
  'ccpa',
  'cis',
  'pcidss',
  'tisax',
  'iso9001',
  'iso27017',
  'iso27018',
] as const;
export const frequencies = ['monthly', 'quarterly', 'yearly'] as const;
export const departments = ['none', 'admin', 'gov', 'hr', 'it', 'itsm', 'qms'] as const;
export const automationStatuses = ['automated', 'manual'] as const;
/** How far a control meets a requirement: completely, partially, or by supporting other controls. */
export const strengths = ['full', 'partial', 'supports'] as const;

export type Strength = (typeof strengths)[number];
export type FrameworkSlug = (typeof frameworkSlugs)[number];
export type Frequency = (typeof frequencies)[number];
export type Department = (typeof departments)[number];
export type AutomationStatus = (typeof automationStatuses)[number];

/** @typeParam Slug the slugs of the frameworks */
export interface Catalogue<Slug extends string = FrameworkSlug> {
  readonly frameworks: readonly FrameworkSeed<Slug>[];
  readonly controls: readonly ControlTemplate<Slug>[];
  readonly policies: readonly PolicyTemplate[];
  readonly tasks: readonly TaskTemplate[];
}

export interface FrameworkSeed<Slug extends string = FrameworkSlug> {
  readonly slug: Slug;
  readonly id: string;
  readonly name: string;
  /** The edition of the standard, such as 2022. */
  readonly version: string;
  readonly description: string;
  /** The name of the release that publishes this content as a FrameworkVersion. */
  readonly release: string;
  /** Whether the framework is still being written: organizations cannot adopt it, and it has no version (frameworks, rule 24). */
  readonly draft?: boolean | undefined;
  /** What is new in the release, as Markdown. */
  readonly releaseNotes?: string | undefined;
  /** Null if the origin is unknown. */
  readonly standard: Standard | null;
  /** The parts that organizations can take into scope; empty if they can only adopt the whole framework. */
  readonly parts: readonly FrameworkPart[];
  readonly requirements: readonly RequirementSeed[];
}

/** The origin of a framework. */
export interface Standard {
  readonly publisher: string;
  /** URL of the publication. */
  readonly source: string;
  /** The year of publication, with the month and day if known. */
  readonly published: string;
  readonly licence: string;
  /** Related frameworks have the same family. */
  readonly family: string;
  /** Whether certification is available. */
  readonly certification: boolean;
}

/** A part of a framework, such as a category of SOC 2 (frameworks, rule 28). */
export interface FrameworkPart {
  readonly id: string;
  readonly name: string;
  /** Whether the part is always in scope. */
  readonly required: boolean;
}

export interface RequirementSeed {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly requirementFamily: string;
  /** The id of the requirement's part; null if the requirement belongs to all parts. The value never changes. */
  readonly part: string | null;
  readonly sortOrder: number;
}

export interface ControlTemplate<Slug extends string = FrameworkSlug> {
  readonly slug: string;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly controlFamily: string;
  readonly documentTypes: readonly FormType[];
  readonly guidance: ControlGuidance | null;
  /** The requirements that the control helps to meet in each framework; frameworks without such requirements are left out. */
  readonly requirements: { readonly [slug in Slug]?: readonly MetRequirement[] | undefined };
  /** The slugs of the policy templates. */
  readonly policies: readonly string[];
  readonly tasks: readonly string[];
}

export interface ControlGuidance {
  /** How to implement the control. */
  readonly implementation: string;
  /** Typical evidence. */
  readonly evidence: readonly string[];
  /** The steps of an auditor's test. */
  readonly testSteps: readonly string[];
}

/** A requirement, and how far the control meets it. */
export interface MetRequirement {
  readonly identifier: string;
  readonly strength: Strength;
}

export interface PolicyTemplate {
  readonly slug: string;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly frequency: Frequency;
  readonly department: Department;
  /** The text contains placeholders and conditions (frameworks, rule 26). */
  readonly content: RichTextDocument;
}

export interface TaskTemplate {
  readonly slug: string;
  readonly id: string;
  readonly name: string;
  /**
   * Paragraphs are separated by an empty line. A paragraph that begins with `For <framework name>:` applies only to organizations that
   * adopted that framework.
   */
  readonly description: string;
  readonly frequency: Frequency;
  readonly department: Department;
  readonly automationStatus: AutomationStatus;
}
