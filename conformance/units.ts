/** Units that the checks register, and the responses about these units. */
import { listUnits } from '#contract/operations/units.ts';
import type { Exchange } from './calls/exchange.ts';
import { answerCall, registerCall, unitCall, uploadCall } from './calls/requests.ts';
import { type Lab, once } from './lab.ts';
import { docxFile, pdfFile, rtfFile, type SampleFile, textFile } from './samples/documents.ts';
import { valueAt } from './shapes.ts';

export const uploadSample = (
  lab: Lab,
  name: string,
  file: SampleFile,
  fields: Readonly<Record<string, string>> = {},
): Promise<Exchange> => lab.call(uploadCall(`${lab.prefix} ${name}`, file, fields));

/** The file object of a registration, as rule 1 of section 4 builds it from an upload. */
export function fileObject(uploaded: Exchange, { bytes }: SampleFile): Record<string, unknown> {
  const result = (uploaded.json ?? {}) as Record<string, unknown>;
  return {
    FileName: result['FileName'],
    FileUrl: result['FileURL'],
    FilePath: result['FilePath'],
    FileSize: bytes.byteLength,
  };
}

export const register = (lab: Lab, body: Readonly<Record<string, unknown>>): Promise<Exchange> =>
  lab.call(registerCall(body));

interface SampleUnit {
  title: string;
  description: string;
  /** A word of the text of this unit only. */
  marker: string;
  source: Record<string, unknown>;
  registered: Exchange;
}

/** A unit from one text file. */
async function makeUnit(lab: Lab, name: string, marker: string): Promise<SampleUnit> {
  const title = `${lab.prefix} ${name}`;
  const description = `وصف ${name}`;
  const file = textFile(
    `الرمز المكتوب في هذا المستند هو ${marker}.\nThe code written in this document is ${marker}.\n`,
  );
  const uploaded = await uploadSample(lab, marker, file);
  const source = fileObject(uploaded, file);
  const registered = await register(lab, { title, description, KnowledgeSource: 0, SourceContent: [source] });
  return { title, description, marker, source, registered };
}

/** The two units that questions are asked about: an answer from one must hold nothing of the other. */
export const firstUnit = once((lab) => makeUnit(lab, 'دليل أول', 'ZAFIR4471'));
export const secondUnit = once((lab) => makeUnit(lab, 'دليل ثان', 'QAMAR9038'));

const SAMPLE_TEXT = 'نص قصير للفحص.\nA short text for the check.';
export const SAMPLES: Readonly<Record<'pdf' | 'docx' | 'txt' | 'rtf', SampleFile>> = {
  pdf: pdfFile('A short text for the check.'),
  docx: docxFile(SAMPLE_TEXT),
  txt: textFile(SAMPLE_TEXT),
  rtf: rtfFile(SAMPLE_TEXT),
};
type SampleFormat = keyof typeof SAMPLES;
export const SAMPLE_FORMATS = Object.keys(SAMPLES) as SampleFormat[];

/** The upload of each format. */
export const uploads = Object.fromEntries(
  SAMPLE_FORMATS.map((format) => [format, once((lab) => uploadSample(lab, 'مستند', SAMPLES[format]))]),
) as Record<SampleFormat, (lab: Lab) => Promise<Exchange>>;

/** A file that this gateway stores, text where it can be: what calls with a file are made with. */
export const storedFile = once(async (lab) => {
  for (const format of ['txt', ...SAMPLE_FORMATS] as const) {
    const exchange = await uploads[format](lab);
    if (exchange.status === 200) return { file: SAMPLES[format], exchange };
  }
  return { file: SAMPLES.txt, exchange: await uploads.txt(lab) };
});

/** Lets the units that questions wait for into the queue of the indexer before others, which may take long. */
const afterUnitsToAsk = async (lab: Lab): Promise<void> => {
  await Promise.all([firstUnit(lab), secondUnit(lab)]);
};

/** One unit from a file of each format. */
export const unitOfFiles = once(async (lab) => {
  await afterUnitsToAsk(lab);
  const uploaded = await Promise.all(
    SAMPLE_FORMATS.map(async (format) => ({ format, exchange: await uploads[format](lab) })),
  );
  // A format that is refused has a check of its own.
  const sources = uploaded
    .filter(({ exchange }) => exchange.status === 200)
    .map(({ format, exchange }) => fileObject(exchange, SAMPLES[format]));
  const title = `${lab.prefix} ملفات`;
  const registered = await register(lab, { title, KnowledgeSource: 0, SourceContent: sources });
  return { title, sources, registered };
});

/** One unit from an address, without a description. */
export const unitOfPage = once(async (lab) => {
  await afterUnitsToAsk(lab);
  const title = `${lab.prefix} صفحة`;
  const { pageUrl } = lab.options;
  const registered = await register(lab, { title, KnowledgeSource: 1, SourceContent: [pageUrl] });
  return { title, registered };
});

/** Numbers of a response that are tried as ids. */
const MAX_CANDIDATES = 5;

/**
 * The id of a unit: a number of the registration's response whose unit has the title, or the one that the list of units
 * names by it. Both are beyond the interface, which shows neither.
 */
export async function findId(lab: Lab, title: string, registered: Exchange): Promise<number | undefined> {
  const candidates = numbersIn(valueAt(registered.json, 'Response')).slice(0, MAX_CANDIDATES);
  const answers = await Promise.all(
    candidates.map(async (id) => ({ id, exchange: await lab.call(unitCall(id)) })),
  );
  const named = answers.find(({ exchange }) => valueAt(exchange.json, 'title') === title);
  if (named) return named.id;
  // The only number there is the id, even if the title came back differently.
  const [only, another] = answers.filter(({ exchange }) => exchange.status === 200);
  if (only && !another) return only.id;
  const listed = await lab.call({
    operation: listUnits,
    query: `?search=${encodeURIComponent(title)}&limit=100`,
  });
  const listedId = objectsIn(listed.json).find((unit) => unit['title'] === title)?.['id'];
  return typeof listedId === 'number' ? listedId : undefined;
}

const idOf = async (lab: Lab, { title, registered }: { title: string; registered: Exchange }) =>
  registered.status === 200 ? findId(lab, title, registered) : undefined;

/** The first unit as it is read, else the unit of `--unit`; undefined without the id of either. */
export const readUnit = once(async (lab) => {
  const id = await idOf(lab, await firstUnit(lab));
  const chosen = id ?? lab.options.unitId;
  return chosen === undefined
    ? undefined
    : { id: Number(chosen), isOurs: id !== undefined, exchange: await lab.call(unitCall(chosen)) };
});

/** Reads another unit of the run; undefined without its id. */
const readOwn = (unit: typeof unitOfPage) =>
  once(async (lab) => {
    const id = await idOf(lab, await unit(lab));
    return id === undefined ? undefined : lab.call(unitCall(id));
  });
export const readPageUnit = readOwn(unitOfPage);
export const readFilesUnit = readOwn(unitOfFiles);

/** Pauses between questions that wait for the index; the last one repeats. */
const PAUSES_MS = [500, 1000, 2000, 3000, 5000, 8000];

/** A question about a unit, with its answer. */
export interface UnitQuestion {
  exchange: Exchange;
  /** Whether the unit's text is among the passages. */
  isFound: boolean;
}

/** Asks about a unit until its text is found, or the time for indexing is over. */
async function askUntilFound(lab: Lab, unit: SampleUnit): Promise<UnitQuestion> {
  const started = performance.now();
  for (let times = 0; ; times++) {
    const exchange = await lab.call(answerCall(unit.title));
    const isFound = retrievedTexts(exchange).some((text) => text.includes(unit.marker));
    const mayStillCome = exchange.status === 200 || exchange.status === 400 || exchange.status === 404;
    const pause = PAUSES_MS[Math.min(times, PAUSES_MS.length - 1)] ?? 0;
    const isLate = performance.now() - started + pause > lab.options.indexingMs;
    if (isFound || !mayStillCome || isLate || lab.options.signal.aborted) return { exchange, isFound };
    await lab.wait(pause);
  }
}

export const questionAboutFirst = once(async (lab) => askUntilFound(lab, await firstUnit(lab)));
export const questionAboutSecond = once(async (lab) => askUntilFound(lab, await secondUnit(lab)));

/** Texts of the passages that a whole answer names. */
export function retrievedTexts({ json }: Exchange): string[] {
  const documents = valueAt(json, 'Response', 'retrieved_documents');
  if (!Array.isArray(documents)) return [];
  return documents
    .map((document: unknown) => valueAt(document, 'text'))
    .filter((text) => typeof text === 'string');
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? [value] : [];
  if (typeof value === 'string') return /^[1-9]\d{0,14}$/.test(value) ? [Number(value)] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}
