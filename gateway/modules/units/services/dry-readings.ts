import type * as z from 'zod/mini';
import type { DryPassage, DryReading as DryReadingView, dryReadingsQuerySchema } from '#contract/readings.ts';
import type { Language } from '#gateway/core/messages.ts';
import type { Reason } from '#gateway/core/reason.ts';
import { READER_VERSION } from '#gateway/engine/reading/reader-version.ts';
import { createSplitter } from '#gateway/engine/splitting/split-document.ts';
import { checkHost } from '#gateway/modules/access/services/allowed-hosts.ts';
import type { DryReading, NewSource } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { reasonView } from './unit-views.ts';

type Query = z.infer<typeof dryReadingsQuerySchema>;
type DryPorts = Pick<Ports, 'bots' | 'checkUrl' | 'dryReadings' | 'files' | 'readings'>;

/** A language of less than this share of the letters is a name or a quotation. */
const MIN_SHARE = 0.1;

/** What is known of files and addresses before a unit has them; with `isRequest` the missing readings are queued. */
export async function dryReadings(
  ports: DryPorts,
  { botId, language, isRequest = false }: { botId: number; language: Language; isRequest?: boolean },
  { files, addresses, passages }: Query,
) {
  const stored = await ports.files.byPaths(botId, files);
  const uploads = files.flatMap((path) => {
    const file = stored.get(path);
    return file ? [{ path, file }] : [];
  });
  const hosts = (await ports.bots.get(botId))?.settings.allowedHosts ?? [];
  const pages = addresses.map((url) => ({ url, refused: ports.checkUrl(url) ?? checkHost(url, hosts) }));
  const items: NewSource[] = [
    ...uploads.flatMap(({ file }) => (file.format ? [{ fileId: file.id, url: null }] : [])),
    ...pages.flatMap(({ url, refused }) => (refused ? [] : [{ fileId: null, url }])),
  ];
  if (isRequest) await ports.dryReadings.request(botId, items, READER_VERSION);
  const states = await ports.dryReadings.states(botId, items);
  const isAlone = files.length + addresses.length === 1;
  const [only] = isAlone && passages > 0 ? states.values() : [];
  const preview = only && { passages: await firstPassages(ports, only, passages) };
  const view = (key: string, refused: Reason | undefined) => {
    const reading = viewOf(states.get(key), refused, language);
    return reading && { ...reading, ...preview };
  };
  return {
    files: uploads.flatMap(({ path, file }) => {
      const refused = file.format === null ? { code: 'not-readable-type', parameters: {} } : undefined;
      const reading = view(file.id, refused);
      return reading ? [{ file: path, ...reading }] : [];
    }),
    addresses: pages.flatMap(({ url, refused }) => {
      const reading = view(url, refused);
      return reading ? [{ address: url, ...reading }] : [];
    }),
  };
}

/** As a unit would have them: splitting is the same, and no text of the unit comes before them. */
async function firstPassages(
  { readings }: Pick<Ports, 'readings'>,
  dry: DryReading,
  limit: number,
): Promise<DryPassage[]> {
  if (dry.state !== 'ended' || dry.reason !== null) return [];
  const passages: DryPassage[] = [];
  const splitter = createSplitter(({ sectionTitle, page = null, text }) => {
    if (passages.length < limit) passages.push({ sectionTitle, page, text });
  });
  for await (const blocks of readings.blocks(dry.reading)) {
    for (const block of blocks) splitter.add(block);
    if (passages.length === limit) break;
  }
  splitter.end();
  return passages;
}

const NOTHING = { title: null, pages: null, languages: [], warnings: [], reason: null, textHash: null };

function viewOf(
  dry: DryReading | undefined,
  refused: Reason | undefined,
  language: Language,
): DryReadingView | undefined {
  if (refused) return { ...NOTHING, state: 'ended', reason: reasonView(refused, language) };
  if (dry?.state !== 'ended') return dry && { ...NOTHING, state: dry.state };
  const { facts, textHash } = dry.reading;
  const languages = facts.health?.languages ?? [];
  return {
    state: 'ended',
    title: facts.title ?? null,
    pages: facts.pages ?? null,
    languages: languages
      .filter((item) => item.language !== 'und' && item.share >= MIN_SHARE)
      .map(({ language: name }) => name),
    warnings: facts.warnings.flatMap((warning) => reasonView(warning, language) ?? []),
    reason: reasonView(dry.reason, language),
    textHash: textHash === '' ? null : textHash,
  };
}
