/** Route patterns, as the router knows them. */
export const patterns = {
  connect: '/connect',
  overview: '/',
  knowledge: '/knowledge',
  addKnowledge: '/knowledge/add',
  unit: '/units/:id',
  playground: '/playground',
  chat: '/playground/chat',
  voice: '/playground/voice',
  usage: '/usage',
  settings: '/settings',
  synonyms: '/settings/synonyms',
  audit: '/settings/audit',
  keys: '/settings/keys',
  bots: '/settings/bots',
  alerts: '/usage/alerts',
  modelServers: '/settings/models',
} as const;

type Query = Record<string, string | number | readonly string[] | undefined>;

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    for (const one of typeof value === 'object' ? value : [String(value)]) search.append(name, one);
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Links to the pages; every address in the dashboard is made here. */
export const paths = {
  /** `next` is the path to return to once connected. */
  connect: (query: { next?: string } = {}) => withQuery(patterns.connect, query),
  overview: () => patterns.overview,
  /** The filters that the Knowledge page keeps in its address. */
  knowledge: (query: { search?: string; status?: string; sort?: string } = {}) =>
    withQuery(patterns.knowledge, query),
  addKnowledge: () => patterns.addKnowledge,
  unit: (id: number | string, query: { section?: string; passage?: string } = {}) =>
    withQuery(patterns.unit.replace(':id', encodeURIComponent(String(id))), query),
  /** `index` may repeat: the IndexNames to ask. */
  playground: (query: { question?: string; index?: readonly string[] } = {}) =>
    withQuery(patterns.playground, query),
  /** `conversation`: the id of one that this browser keeps. */
  chat: (query: { conversation?: string } = {}) => withQuery(patterns.chat, query),
  voice: () => patterns.voice,
  /** The filters that the Usage page keeps in its address. */
  usage: (query: { ledger?: string; range?: string; by?: string; key?: string } = {}) =>
    withQuery(patterns.usage, query),
  settings: () => patterns.settings,
  /** `add` begins a new group with this expression. */
  synonyms: (query: { add?: string; search?: string } = {}) => withQuery(patterns.synonyms, query),
  /** Who changed what, narrowed to one thing, one key or one call. */
  audit: (query: { kind?: string; subject?: string; key?: string; request?: string; action?: string } = {}) =>
    withQuery(patterns.audit, query),
  keys: () => patterns.keys,
  bots: (query: { search?: string } = {}) => withQuery(patterns.bots, query),
  alerts: () => patterns.alerts,
  /** `purpose` opens the part of the page that sets it. */
  modelServers: (purpose?: string) => `${patterns.modelServers}${purpose === undefined ? '' : `#${purpose}`}`,
};
