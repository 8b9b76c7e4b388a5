import { Refusal } from './refusal.ts';
import type { Switches } from './switches.ts';

interface Upload {
  url: string;
  name: string;
  path: string;
  mediaType: string;
  bytes: Buffer;
}

interface Unit {
  id: number;
  title: string;
  description: string;
  created: Date;
  sources: { id: number; knowledgeSource: 0 | 1; content: string }[];
  /** The text of the unit; null when nothing could be read. */
  text: string | null;
  /** How often the unit was asked for, which is how it gets on. */
  reads: number;
}

/** Section 2.4 wants an integer, whatever `x-bot` is. */
const BOT_NUMBER = 41;
const FIRST_ID = 8_810_001;
/** Reads by id until a unit is ready: the first finds it waiting, the second at work. */
const READS_UNTIL_READY = 2;

/** Units and files of one bot, in memory. */
export function createKnowledge(switches: () => Switches) {
  const uploads: Upload[] = [];
  const units: Unit[] = [];
  let lastId = FIRST_ID - 1;

  const statusOf = ({ reads, text }: Unit): number => {
    const [waiting, indexing, ready, failed] = switches().statuses;
    if (reads > READS_UNTIL_READY) return text === null ? failed : ready;
    return reads === READS_UNTIL_READY ? indexing : waiting;
  };
  /** As get-by-id shows it. */
  const show = (unit: Unit) => ({
    id: unit.id,
    title: unit.title,
    description: unit.description,
    botId: BOT_NUMBER,
    createdOn: printDate(unit.created, switches().dates),
    modifiedOn: printDate(unit.created, switches().dates),
    sourceStatus: statusOf(unit),
    aiKnowledgeSources: unit.sources,
  });

  return {
    upload(file: Upload): void {
      uploads.push(file);
    },
    fileAt: (path: string) => uploads.find((file) => new URL(file.url).pathname === path),
    findUpload: (path: unknown) => uploads.find((file) => file.path === path),
    add(unit: Pick<Unit, 'title' | 'description' | 'text'>, sources: { kind: 0 | 1; content: string }[]) {
      lastId += 1;
      const added: Unit = {
        ...unit,
        id: lastId,
        created: new Date(),
        sources: sources.map(({ kind, content }, index) => ({
          id: lastId * 10 + index,
          knowledgeSource: kind,
          content,
        })),
        reads: 0,
      };
      units.push(added);
      return added.id;
    },
    get(id: number) {
      const unit = units.find((candidate) => candidate.id === id);
      if (unit === undefined) throw new Refusal(404, 'No such knowledge');
      unit.reads += 1;
      return show(unit);
    },
    list: () => units.map(show),
    /** Texts of the indexes of these names, of all of them without names. */
    textsOf(names: readonly string[] | undefined) {
      const matches = units.filter(({ title }) => names === undefined || names.includes(title));
      const missing = names?.filter((name) => matches.every(({ title }) => title !== name)) ?? [];
      if (missing.length > 0) throw new Refusal(400, `No such index: ${missing.join(', ')}`);
      return matches.map(({ id, title, text }) => ({ id, title, text: text ?? '' }));
    },
    ids: () => units.map(({ id }) => id),
    clear(): void {
      units.splice(0);
      uploads.splice(0);
    },
  };
}

export type Knowledge = ReturnType<typeof createKnowledge>;

function printDate(date: Date, form: Switches['dates']): string {
  const [moment = '', milliseconds = ''] = date.toISOString().replace('Z', '').split('.');
  if (form === 'decimals') return `${moment}.${milliseconds}4567Z`;
  return form === 'utc' ? `${moment}Z` : `${moment}.${milliseconds}`;
}
