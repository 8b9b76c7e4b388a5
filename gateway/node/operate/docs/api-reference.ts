/** The generated parts of docs/api.md, made from the contract. */
import { FAULTS, type FaultCode, isRetryable } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import { describeApi } from '#contract/openapi/describe-api.ts';
import { HEADER_TEXTS } from '#contract/openapi/texts.ts';
import { COMMON_FAULTS, faultsOf } from '#contract/operations/faults.ts';
import { SECTIONS, type Section } from '#contract/operations/index.ts';
import type { Operation } from '#contract/operations/operation.ts';
import { LISTED_RIGHTS, RIGHTS } from '#contract/rights.ts';
import { ROLES } from '#contract/session.ts';
import { en } from '#contract/words/en.ts';
import { splitMessage } from '#contract/words/format.ts';
import type { NounForms } from '#contract/words/words.ts';
import { describeLimits, type JsonSchema, printType } from './print-type.ts';

interface Content {
  schema?: JsonSchema;
}
interface Described {
  parameters: { name?: string; in?: string; required?: boolean; schema?: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, Content> }>;
}
interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> };
}

const document = describeApi({
  name: 'Fihrist',
  version: '',
  modelFamily: 'Model',
  url: '/',
}) as unknown as Document;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
/** By section, then by path: modules export in an order of their own. */
const operationsOf = (section: string) =>
  Object.values<Operation>(SECTIONS[section as Section]).toSorted(
    (a, b) => a.path.localeCompare(b.path, 'en') || METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
  );
const operations = document.tags.flatMap(({ name }) => operationsOf(name));

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const print = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [print(head), `|${head.map(() => '---|').join('')}`, ...rows.map(print)].join('\n');
}

const fence = (text: string): string => `\`\`\`ts\n${text}\n\`\`\``;

/** The generated parts by the name that their marker in docs/api.md gives. */
const GENERATED: Record<string, () => string> = {
  rights: () =>
    table(
      ['Right', ...ROLES],
      LISTED_RIGHTS.map((right) => [
        code(right),
        ...ROLES.map((role) => ((RIGHTS[right] as readonly string[]).includes(role) ? 'yes' : '–')),
      ]),
    ),
  streams: () =>
    operations
      .toSorted((a, b) => Number(b.kind === 'documented') - Number(a.kind === 'documented'))
      .flatMap((operation) => {
        const { answer, method, path, id } = operation;
        if (answer.as !== 'events') return [];
        const { content } = describedOf(operation).responses['200'] ?? {};
        const events = content?.['text/event-stream']?.schema?.anyOf ?? [];
        return [
          `### Events of ${id}`,
          code(`${method} ${path}`),
          fence(events.map((event) => printType(event)).join('\n')),
        ];
      })
      .join('\n\n'),
  headers: () =>
    table(
      ['Header', 'In', 'Meaning'],
      Object.values(HEADERS).map((name) => [code(name), placeOf(name), HEADER_TEXTS[name]]),
    ),
  faults: () =>
    table(
      ['Code', 'Status', 'Repeat', 'Parameters', 'What happened', 'What to do'],
      (Object.keys(FAULTS) as FaultCode[])
        .toSorted((a, b) => FAULTS[a].status - FAULTS[b].status)
        .map((name) => {
          const { status, parameters } = FAULTS[name];
          const [what, fix] = splitMessage(nameParameters(en.faults[name]));
          const repeat = isRetryable(name) ? 'yes' : '–';
          return [code(name), String(status), repeat, codes(parameters), what, fix || '–'];
        }),
    ),
  'common-faults': () => codes(COMMON_FAULTS.filter((name) => name !== 'client-disconnected')),
  frees: () =>
    Object.entries(en.frees)
      .filter(([value]) => value !== 'unknown')
      .map(([value, sentence]) => `- ${code(value)}: ${nameParameters(sentence)}`)
      .join('\n'),
  index: () =>
    table(
      ['Operation', 'Call', 'What it does'],
      operations.map(({ id, method, path, summary }) => [
        `[${id}](#${id.toLowerCase()})`,
        code(`${method} ${path}`),
        summary,
      ]),
    ),
  operations: () =>
    document.tags
      .map(({ name, description }) =>
        [`### ${description}`, ...operationsOf(name).map(printOperation)].join('\n\n'),
      )
      .join('\n\n'),
  types: () =>
    Object.entries(document.components.schemas)
      .map(([name, schema]) => `### ${name}\n\n${fence(printType(schema))}`)
      .join('\n\n'),
};

/** A sentence with the names of its parameters in place of their values. */
function nameParameters(sentence: string): string {
  const nouns: Record<string, NounForms> = en.nouns;
  return sentence.replaceAll(/\{(\w+)(?:, (\w+))?\}/g, (_, name: string, noun = '') => {
    if (name === 'frees') return 'See `frees`.';
    return (nouns[noun]?.other ?? '{n}').replace('{n}', code(name));
  });
}

function describedOf({ path, method, id }: Operation): Described {
  const described = document.paths[path.replace('{Model}', 'Model')]?.[method.toLowerCase()];
  if (!described) throw new Error(`the description lacks ${id}`);
  return described;
}

function placeOf(name: (typeof HEADERS)[keyof typeof HEADERS]): string {
  const isSent =
    name === HEADERS.key ||
    name === HEADERS.bot ||
    operations.some(
      ({ requestHeaders, idempotent }) =>
        requestHeaders?.includes(name) || (idempotent && name === HEADERS.idempotencyKey),
    );
  const isReceived =
    [HEADERS.fault, HEADERS.faultField, HEADERS.faultParameters].some((header) => header === name) ||
    operations.some((operation) => name in (describedOf(operation).responses['200']?.headers ?? {}));
  return [...(isSent ? ['request'] : []), ...(isReceived ? ['response'] : [])].join(', ');
}

function printOperation(operation: Operation): string {
  const { id, method, path, summary, answer } = operation;
  const { requestBody, responses } = describedOf(operation);
  const rows = [
    ...parameterRows(operation, 'path'),
    ...parameterRows(operation, 'query'),
    ...headerRows(operation),
  ];
  const [[form, { schema: body = {} }] = ['', {}]] = Object.entries(requestBody?.content ?? {});
  const response = responses['200']?.content?.['application/json']?.schema;
  const shape = answer.as === 'envelope' ? response?.properties?.['Response'] : response;
  const type = shape && printType(shape);
  const limits = shape ? describeLimits(shape) : '';
  return [
    `#### ${id}`,
    code(`${method} ${path}`),
    `${summary} ${describeCall(operation)}`,
    ...(rows.length > 0 ? [table(['Input', 'In', 'Type', 'Meaning'], rows)] : []),
    ...(requestBody
      ? [
          `Body, ${form}${requestBody.required ? '' : ', optional'}:`,
          fence(printType(body)),
          ...describeRules(operation),
        ]
      : []),
    ...(type === undefined
      ? [
          answer.as === 'file'
            ? `Answer: a file, ${codes(answer.types)}.`
            : `Answer: [events](#events-of-${id.toLowerCase()}).`,
        ]
      : [
          answer.as === 'plain' ? 'Answer, without the envelope:' : '`Response` of the answer:',
          fence(limits === '' || type.startsWith('{') ? type : `${type} // ${limits}`),
        ]),
    ...(operation.responseHeaders ? [`Response headers: ${codes(operation.responseHeaders)}.`] : []),
    `Faults: ${codes(faultsOf(operation)) || 'only those of every call'}.`,
  ].join('\n\n');
}

/** Rules about several fields, which a type does not show. */
function describeRules({ body }: Operation): string[] {
  const { exactlyOne, atLeastOne } = ('rules' in body && body.rules) || {};
  return [
    ...(exactlyOne === undefined ? [] : [`Exactly one of ${codes(exactlyOne)}.`]),
    ...(atLeastOne === undefined ? [] : [`At least one of ${codes(atLeastOne)}.`]),
  ];
}

const CREDENTIALS = {
  code: 'a sign-in code in the body',
  signature: 'the signature in the path',
  none: 'no key',
} as const;

function describeCall({ kind, credential, right, charged, ledger, ...more }: Operation): string {
  const needs =
    credential === 'key'
      ? right === 'any'
        ? 'any key'
        : `a key with the right ${code(right)} (${RIGHTS[right].join(', ')})`
      : CREDENTIALS[credential];
  return [
    kind === 'documented' ? 'Part of the documented interface.' : 'Extension.',
    `Needs ${needs}.`,
    charged ? `Charged to the ${ledger} ledger.` : 'Free of charge.',
    ...(more.limited ? ['Counts for the concurrency limit.'] : []),
    ...(more.idempotent ? ['Honours `Idempotency-Key`.'] : []),
    ...(more.audited ? ['Recorded in the audit log.'] : []),
    ...(more.requiresActiveBot ? ['Refused while the bot is archived.'] : []),
  ].join(' ');
}

function parameterRows(operation: Operation, place: 'path' | 'query'): string[][] {
  return describedOf(operation).parameters.flatMap(({ name, in: where, required, schema = {} }) =>
    where === place && name !== undefined
      ? [
          [
            code(name),
            required || place === 'path' ? place : `${place}, optional`,
            code(printType(schema)),
            describeLimits(schema),
          ],
        ]
      : [],
  );
}

const headerRows = ({ requestHeaders = [] }: Operation): string[][] =>
  requestHeaders.map((name) => [code(name), 'header, optional', '`string`', HEADER_TEXTS[name]]);

/** The text of docs/api.md with its generated parts replaced. */
export function refreshApiDocs(text: string): string {
  return text.replaceAll(
    /(<!-- generated: ([\w-]+) -->\n).*?(<!-- end -->)/gs,
    (_, begin: string, name: string, end: string) => {
      const make = GENERATED[name];
      if (!make) throw new Error(`docs/api.md names an unknown part: ${name}`);
      return `${begin}\n${make()}\n\n${end}`;
    },
  );
}
