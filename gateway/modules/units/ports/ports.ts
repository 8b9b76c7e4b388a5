import type { PageFetcher } from '#gateway/core/fetchers.ts';
import type { Reason } from '#gateway/core/reason.ts';
import type { Ports as PortsBelow } from '#gateway/modules/speech/ports/ports.ts';
import type { DraftStore } from './drafts.ts';
import type { DryReadingStore } from './dry-readings.ts';
import type { EditStore } from './edits.ts';
import type { JobStore, QueuedJob } from './jobs.ts';
import type { DocumentReader, PassageIndex } from './passages.ts';
import type { ReadingStore } from './readings.ts';
import type { UnitStore } from './units.ts';
import type { VersionStore } from './versions.ts';

/** The ports of `units` and of what lies below. */
export interface Ports extends PortsBelow {
  units: UnitStore;
  jobs: JobStore;
  index: PassageIndex;
  readings: ReadingStore;
  dryReadings: DryReadingStore;
  versions: VersionStore;
  drafts: DraftStore;
  edits: EditStore;
  reader: DocumentReader;
  pages: PageFetcher;
  /** What is wrong with an address, as far as that is known without a look-up; undefined when nothing is. */
  checkUrl(url: string): Reason | undefined;
  /** Called after a job was queued, so that an indexer need not poll; its lines about that job carry the request id. */
  wakeIndexer(job: QueuedJob): void;
}
