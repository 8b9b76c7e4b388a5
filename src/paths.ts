import type { UnnamedField } from '#contract/unnamed-fields.ts';

/** Route patterns, as the router knows them. */
export const routePatterns = {
  connect: '/connect',
  overview: '/',
  knowledge: '/knowledge',
  addKnowledge: '/knowledge/add',
  write: '/knowledge/write',
  synonyms: '/knowledge/synonyms',
  drafts: '/knowledge/drafts',
  unit: '/units/:id',
  unitText: '/units/:id/texts/:sourceId',
  unitVersions: '/units/:id/versions',
  unitVersion: '/units/:id/versions/:version',
  playground: '/playground',
  run: '/runs/:id',
  chat: '/playground/chat',
  voice: '/playground/voice',
  tests: '/tests',
  testBatch: '/tests/batch',
  inbox: '/inbox',
  usage: '/usage',
  settings: '/settings',
  audit: '/settings/audit',
  jobs: '/settings/jobs',
  keys: '/settings/keys',
  people: '/settings/people',
  bots: '/settings/bots',
  alerts: '/usage/alerts',
  modelServers: '/settings/models',
} as const;

type Query = Record<string, string | number | readonly string[] | undefined>;

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    for (const item of typeof value === 'object' ? value : [String(value)]) search.append(name, item);
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Links to the pages; every address in the dashboard is made here. */
export const paths = {
  /** `next` is the path to return to once connected; `reason`: the key in use is no longer accepted. */
  connect: (query: { next?: string; reason?: 'key' } = {}) => withQuery(routePatterns.connect, query),
  overview: () => routePatterns.overview,
  /** Filters of the Knowledge page, kept in its address. */
  knowledge: (query: { search?: string; status?: string; sort?: string } = {}) =>
    withQuery(routePatterns.knowledge, query),
  addKnowledge: () => routePatterns.addKnowledge,
  write: () => routePatterns.write,
  drafts: () => routePatterns.drafts,
  /** `repair` opens the dialog that repairs the source of this id. */
  unit: (
    id: number | string,
    query: { section?: string; passage?: string; repair?: number | undefined } = {},
  ) => withQuery(routePatterns.unit.replace(':id', encodeURIComponent(String(id))), query),
  /** The text of a source that was written in place, to be edited. */
  unitText: (id: number, sourceId: number) =>
    routePatterns.unitText.replace(':id', String(id)).replace(':sourceId', String(sourceId)),
  /** The history of a unit. */
  unitVersions: (id: number) => routePatterns.unitVersions.replace(':id', String(id)),
  /** What a version changed, from the one before or `from`. */
  unitVersion: (id: number, version: number, query: { from?: number } = {}) =>
    withQuery(
      routePatterns.unitVersion.replace(':id', String(id)).replace(':version', String(version)),
      query,
    ),
  /** `index` may repeat: the IndexNames to ask. */
  playground: (query: { question?: string; index?: readonly string[] } = {}) =>
    withQuery(routePatterns.playground, query),
  /** A question that was kept, by its request id; `with` compares it with another. */
  run: (id: string, query: { with?: string } = {}) =>
    withQuery(routePatterns.run.replace(':id', encodeURIComponent(id)), query),
  /** `conversation`: id of a conversation that this browser keeps. */
  chat: (query: { conversation?: string } = {}) => withQuery(routePatterns.chat, query),
  voice: () => routePatterns.voice,
  /**
   * Filters of the Tests page, kept in its address; `evaluation` opens what an evaluation changed, `add` the form of a new
   * test with this question and these units.
   */
  tests: (
    query: {
      outcome?: string;
      set?: string;
      evaluation?: number;
      add?: string;
      index?: readonly string[];
    } = {},
  ) => withQuery(routePatterns.tests, query),
  /** `from` drafts the questions from knowledge, of the units `index` if there are any. */
  testBatch: (query: { from?: 'knowledge'; index?: readonly string[] } = {}) =>
    withQuery(routePatterns.testBatch, query),
  /** Filters of the Inbox page, kept in its address; `view`: another part of it. */
  inbox: (query: { view?: 'gaps' | 'contradictions'; state?: string; of?: string; reason?: string } = {}) =>
    withQuery(routePatterns.inbox, query),
  /** Filters of the Usage page, kept in its address. */
  usage: (query: { ledger?: string; range?: string; by?: string; key?: string } = {}) =>
    withQuery(routePatterns.usage, query),
  /** `field`: the one to be named. */
  settings: (field?: UnnamedField) => `${routePatterns.settings}${field === undefined ? '' : `#${field}`}`,
  /** `add` begins a new group with this expression. */
  synonyms: (query: { add?: string; search?: string } = {}) => withQuery(routePatterns.synonyms, query),
  /** The audit log, filtered by subject, key, request or action. */
  audit: (query: { kind?: string; subject?: string; key?: string; request?: string; action?: string } = {}) =>
    withQuery(routePatterns.audit, query),
  people: () => routePatterns.people,
  /** `add` opens the form of a new one, `raise` the cap of this key. */
  keys: (query: { add?: 'key'; raise?: string } = {}) => withQuery(routePatterns.keys, query),
  /** `edit`: opens the settings of this bot. */
  bots: (query: { search?: string; edit?: string } = {}) => withQuery(routePatterns.bots, query),
  alerts: () => routePatterns.alerts,
  /** Filters of the Background work page, kept in its address. */
  jobs: (query: { kind?: string } = {}) => withQuery(routePatterns.jobs, query),
  /** `purpose` opens the part of the page that sets it. */
  modelServers: (purpose?: string) =>
    `${routePatterns.modelServers}${purpose === undefined ? '' : `#${purpose}`}`,
};
