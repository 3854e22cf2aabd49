/** Reads timelines and phases to return them after a change. */
import type { components } from '#generated/api';
import type { OrganizationContext } from '#platform/context';
import { findTimeline, type TimelineRecord } from '../queries/timelines.ts';

type Context = Pick<OrganizationContext, 'db' | 'ports'>;

/** @throws if the timeline does not exist, which cannot happen while it is locked */
export async function requireTimeline({ db, ports }: Context, id: string): Promise<TimelineRecord> {
  const timeline = await findTimeline(db, ports.access.staffEmailDomains, id);
  if (!timeline) throw new Error(`the timeline ${id} was not found`);
  return timeline;
}

/** @throws if the phase does not exist, which cannot happen while its timeline is locked */
export function requirePhase({ phases }: TimelineRecord, id: string): components['schemas']['TimelinePhase'] {
  const phase = phases.find((candidate) => candidate.id === id);
  if (!phase) throw new Error(`the phase ${id} was not found`);
  return phase;
}
