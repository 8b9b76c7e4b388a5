import type {
  SynonymExport,
  SynonymFormat,
  SynonymGroup,
  SynonymImport,
  SynonymImportReport,
  SynonymList,
  SynonymMeasure,
  SynonymMeasureRequest,
  Synonyms,
} from '#contract/synonyms.ts';
import {
  synonymExportSchema,
  synonymGroupSchema,
  synonymImportReportSchema,
  synonymListSchema,
  synonymMeasureSchema,
  synonymReceiptSchema,
} from '#contract/synonyms.ts';
import type { EndpointId, PathValues } from '#contract/endpoints.ts';
import type * as z from 'zod/mini';
import type { CallOptions } from './http.ts';

export type SynonymQuery = { search?: string | undefined; offset: number; limit: number };

/** A bot's synonyms. `null` means: this gateway keeps none. */
export type SynonymsClient = {
  list: (query: SynonymQuery) => Promise<SynonymList | null>;
  get: (id: number) => Promise<SynonymGroup>;
  add: (group: Synonyms) => Promise<SynonymGroup>;
  /** With an `etag`, only over the version that it names. */
  change: (id: number, group: Synonyms, etag?: string) => Promise<SynonymGroup>;
  remove: (id: number, etag?: string) => Promise<void>;
  export: (format: SynonymFormat) => Promise<SynonymExport>;
  import: (order: SynonymImport) => Promise<SynonymImportReport>;
  measure: (order: SynonymMeasureRequest, signal?: AbortSignal) => Promise<SynonymMeasure>;
};

/** How the gateway's client calls, and how it checks an answer. */
export type Calls = {
  send: <Id extends EndpointId, Schema extends z.ZodMiniType>(
    id: Id,
    values: PathValues<Id>,
    schema: Schema,
    more?: Omit<CallOptions, 'method' | 'path'>,
  ) => Promise<z.output<Schema>>;
  /** The same for a read that a gateway may not have. */
  extension: <Id extends EndpointId, Schema extends z.ZodMiniType>(
    id: Id,
    values: PathValues<Id>,
    schema: Schema,
    query?: CallOptions['query'],
  ) => Promise<z.output<Schema> | null>;
  /** What a gateway sends as a file, however long it takes. */
  file: <Id extends EndpointId>(
    id: Id,
    values: PathValues<Id>,
    query?: CallOptions['query'],
  ) => Promise<Blob>;
};

/** Measuring ranks twenty times over all units. */
const MEASURE_TIMEOUT = 60_000;

export function createSynonymsClient(botId: string, { send, extension }: Calls): SynonymsClient {
  const naming = (etag: string | undefined) => ({ headers: { 'If-Match': etag } });
  return {
    list: ({ search, ...page }) =>
      extension('listSynonyms', { botId }, synonymListSchema, { ...page, search: search || undefined }),
    get: (groupId) => send('getSynonyms', { botId, groupId }, synonymGroupSchema),
    add: (group) => send('addSynonyms', { botId }, synonymGroupSchema, { json: group }),
    change: (groupId, group, etag) =>
      send('changeSynonyms', { botId, groupId }, synonymGroupSchema, { json: group, ...naming(etag) }),
    remove: async (groupId, etag) => {
      await send('removeSynonyms', { botId, groupId }, synonymReceiptSchema, naming(etag));
    },
    export: (format) => send('exportSynonyms', { botId }, synonymExportSchema, { query: { format } }),
    import: (order) => send('importSynonyms', { botId }, synonymImportReportSchema, { json: order }),
    measure: (order, signal) =>
      send('measureSynonyms', { botId }, synonymMeasureSchema, {
        json: order,
        timeout: MEASURE_TIMEOUT,
        signal,
      }),
  };
}
