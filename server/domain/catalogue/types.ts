/** What the server knows of the standards before anybody has signed up: frameworks, and templates for the work they ask for. */
import type { FormType } from '../evidence-forms/definition.ts';
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
export const automationStatuses = ['AUTOMATED', 'MANUAL'] as const;
/** How far a control goes towards a requirement: all of it, some of it, or help for what other controls do. */
export const strengths = ['full', 'partial', 'supports'] as const;

export type Strength = (typeof strengths)[number];
export type FrameworkSlug = (typeof frameworkSlugs)[number];
export type Frequency = (typeof frequencies)[number];
export type Department = (typeof departments)[number];
export type AutomationStatus = (typeof automationStatuses)[number];

/** @typeParam Slug of the frameworks */
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
  /** Under which its content is published: the FrameworkVersion that the seed makes. */
  readonly release: string;
  /** Whether it is still being written: organizations cannot adopt it, and it has no version (spec/areas/frameworks, rule 24). */
  readonly draft?: boolean | undefined;
  /** What is new in it, as Markdown. */
  readonly releaseNotes?: string | undefined;
  /** Where it comes from; null where nothing is known of it. */
  readonly standard: Standard | null;
  /** What an organization can take into scope; empty where it adopts the whole. */
  readonly parts: readonly FrameworkPart[];
  readonly requirements: readonly RequirementSeed[];
}

/** Where a framework comes from. */
export interface Standard {
  readonly publisher: string;
  /** Address of the publication. */
  readonly source: string;
  /** Year, month and day, as far as they are known. */
  readonly published: string;
  readonly licence: string;
  /** Frameworks that belong together have the same. */
  readonly family: string;
  /** Whether somebody certifies that it is met. */
  readonly certification: boolean;
}

/** A part of a framework, such as a category of SOC 2 (spec/areas/frameworks, rule 28). */
export interface FrameworkPart {
  readonly id: string;
  readonly name: string;
  /** Whether it is always in scope. */
  readonly required: boolean;
}

export interface RequirementSeed {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly requirementFamily: string;
  /** Id of the part that it belongs to; null when it belongs to all of them. It never changes. */
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
  /** The requirements that it helps to meet, by framework; a framework of which it meets none is left out. */
  readonly requirements: { readonly [slug in Slug]?: readonly Met[] | undefined };
  /** Slugs of templates. */
  readonly policies: readonly string[];
  readonly tasks: readonly string[];
}

export interface ControlGuidance {
  /** How it is put in place. */
  readonly implementation: string;
  /** What typically shows it. */
  readonly evidence: readonly string[];
  /** What an auditor does to test it, in this order. */
  readonly testSteps: readonly string[];
}

/** A requirement, and how far the control goes towards it. */
export interface Met {
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
  /** With placeholders and conditions (spec/areas/frameworks, rule 26). */
  readonly content: RichTextDocument;
}

export interface TaskTemplate {
  readonly slug: string;
  readonly id: string;
  readonly name: string;
  /** Paragraphs are parted by an empty line; one that begins `For <framework name>:` concerns only those who adopted it. */
  readonly description: string;
  readonly frequency: Frequency;
  readonly department: Department;
  readonly automationStatus: AutomationStatus;
}
