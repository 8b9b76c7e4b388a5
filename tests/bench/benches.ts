/** Every bench by its name. A bench is loaded only when it runs, so that its dependencies cannot stop the others. */
import type { Bench } from './figures.ts';
import type { QualityBench } from './report.ts';

/** Benches of the product; all of these run when the command names no bench. */
export const PRODUCT: Record<string, () => Promise<Bench>> = {
  start: async () => (await import('./start.ts')).measureStart,
  pdf: async () => (await import('./pdf-ready.ts')).measurePdfReady,
  upload: async () => (await import('./upload-memory.ts')).measureUploadMemory,
  indexing: async () => (await import('./index-memory.ts')).measureIndexMemory,
  long: async () => (await import('./long.ts')).measureLong,
  'dead-addresses': async () => (await import('./dead-addresses.ts')).measureDeadAddresses,
  'answer-time': async () => (await import('./answer-time.ts')).measureAnswerTime,
  'add-page': async () => (await import('./add-page.ts')).measureAddPage,
  bundle: async () => (await import('./bundle.ts')).measureBundle,
  install: async () => (await import('./install.ts')).measureInstall,
  lighthouse: async () => (await import('./lighthouse.ts')).measureLighthouse,
};

/** How good finding, quoting and reading are, beside others, and how safe: run only when named, over any set of data. */
export const QUALITY: Record<string, () => Promise<QualityBench>> = {
  retrieval: async () => (await import('./retrieval.ts')).measureRetrieval,
  answers: async () => (await import('./answers.ts')).measureAnswers,
  staff: async () => (await import('./staff/staff.ts')).measureStaff,
  'staff-rows': async () => (await import('./staff/staff-rows.ts')).measureStaffRows,
  'support-fit': async () => (await import('./staff/fit-support.ts')).measureSupportFit,
  support: async () => (await import('./support.ts')).measureSupport,
  search: async () => (await import('./search.ts')).measureSearch,
  'whole-bot': async () => (await import('./whole-bot.ts')).measureWholeBot,
  proof: async () => (await import('./proof.ts')).measureProof,
  cost: async () => (await import('./cost/cost.ts')).measureCost,
  versions: async () => (await import('./versions/versions.ts')).measureVersions,
  reports: async () => (await import('./reports.ts')).measureReports,
  reading: async () => (await import('./reading.ts')).measureReading,
  'reading-cost': async () => (await import('./reading-cost.ts')).measureReadingCost,
  ledger: async () => (await import('./ledger.ts')).measureLedger,
  load: async () => (await import('./load/load.ts')).measureLoad,
  fleet: async () => (await import('./fleet/fleet.ts')).measureFleet,
  'fleet-million': async () => (await import('./fleet/million.ts')).measureMillion,
  'one-machine': async () => (await import('./fleet/one-machine.ts')).measureOneMachine,
  oversell: async () => (await import('./oversell.ts')).measureOversell,
  usage: async () => (await import('./usage.ts')).measureUsage,
  models: async () => (await import('./models.ts')).measureModels,
  embeddings: async () => (await import('./embeddings.ts')).measureEmbeddings,
  hostile: async () => (await import('./hostile.ts')).measureHostile,
};
