/** Sections 2.4 and 4, endpoint 5: a unit as it is read. */
import { KNOWLEDGE_SOURCE, unitSchema } from '#contract/knowledge.ts';
import type { Exchange } from '../calls/exchange.ts';
import { unitCall } from '../calls/requests.ts';
import { type Check, type CheckGroup, type Finding, fails, note, OK, untestable } from '../check.ts';
import { judgeAccepted, judgeCount, judgeType, ofSuccess, whyUntestable } from '../judge.ts';
import { type Lab, once } from '../lab.ts';
import { fieldRule, fieldsOf, judgeField, printPath, valueAt, valuesAt } from '../shapes.ts';
import { both, fill, type Text } from '../text.ts';
import { firstUnit, readFilesUnit, readPageUnit, readUnit, unitOfFiles, unitOfPage } from '../units.ts';
import { needs, valueText } from '../words.ts';
import { errorChecks } from './envelopes.ts';

const AFTER = 'unit.read';
const NO_ID = both(
  'the registration names no id, and no list of units was found; name a unit with `--unit`',
  'لم يذكر التسجيل رقم الوحدة ولم يُعثر على قائمة الوحدات، فاذكر وحدة بالخيار `--unit`',
);

const noUnit = ({ status }: Exchange, id: string): Text => (status === 200 ? NO_ID : needs.other(id));

/** A check of a unit that was read; where none could be found, it says why. */
function ofUnit(
  id: string,
  rule: Text,
  judge: (exchange: Exchange, lab: Lab, unitId: number, isOurs: boolean) => Finding | Promise<Finding>,
  section = '2.4',
): Check {
  return {
    id: `unit.${id}`,
    section,
    rule,
    run: async (lab) => {
      const reading = await readUnit(lab);
      if (!reading) return untestable(NO_ID);
      const { exchange } = reading;
      if (exchange.status !== 200) return ofSuccess(exchange, AFTER, () => OK);
      if (id !== 'not-wrapped' && isWrapped(exchange)) return untestable(needs.other('unit.not-wrapped'));
      return judge(exchange, lab, reading.id, reading.isOurs);
    },
  };
}

const isWrapped = ({ json }: Exchange): boolean => valueAt(json, 'Response') !== undefined;

const equals = (exchange: Exchange, name: string, wanted: unknown): Finding => {
  const value = valueAt(exchange.json, name);
  if (typeof value !== typeof wanted) return untestable(needs.other(`unit.${name}`));
  return value === wanted ? OK : fails(valueText(wanted), valueText(value), exchange);
};

const READ_BY_OTHERS = both('the unit was not made by this run', 'الوحدة ليست من إنشاء هذا الفحص');

const fields: Check[] = fieldsOf(unitSchema).map((field) => {
  const name = printPath(field.path);
  return ofUnit(name, fieldRule(field), (exchange) => {
    const finding = judgeField(field, exchange, 'unit');
    const time = valueAt(exchange.json, name);
    const isLocal = name.endsWith('On') && typeof time === 'string' && !/(?:Z|[+-]00:?00)$/.test(time);
    return isLocal && finding.outcome === 'ok'
      ? note(
          fill(
            both(
              '{time} names no zone: many readers take it for local time',
              'لا يذكر {time} المنطقة الزمنية، فتعدّه برامج كثيرة توقيتًا محليًا',
            ),
            { time: valueText(time) },
          ),
          exchange,
        )
      : finding;
  });
});

const values: Check[] = [
  ofUnit(
    'id.same',
    both('`id` is the id that was asked for.', 'الحقل `id` هو الرقم المطلوب.'),
    (exchange, _, unitId) => equals(exchange, 'id', unitId),
  ),
  ...(['title', 'description'] as const).map((name) =>
    ofUnit(
      `${name}.same`,
      fill(both('`{name}` is the one that was registered.', 'الحقل `{name}` كما سُجّل.'), { name }),
      async (exchange, lab, _, isOurs) =>
        isOurs ? equals(exchange, name, (await firstUnit(lab))[name]) : untestable(READ_BY_OTHERS),
    ),
  ),
  ofUnit(
    'botId.same',
    both('`botId` is the bot that owns the unit.', 'الحقل `botId` هو الروبوت المالك للوحدة.'),
    (exchange, lab) => {
      const { bot } = lab.options.target;
      return /^\d+$/.test(bot)
        ? equals(exchange, 'botId', Number(bot))
        : untestable(both('the bot of this run has no number', 'ليس للروبوت في هذا الفحص رقم'));
    },
  ),
  ofUnit(
    'times.order',
    both('A unit is not modified before it was created.', 'لا يسبق وقت التعديل وقت الإنشاء.'),
    (exchange) => {
      const [created, modified] = ['createdOn', 'modifiedOn'].map((name) =>
        String(valueAt(exchange.json, name)),
      );
      return Date.parse(modified ?? '') < Date.parse(created ?? '')
        ? note(
            fill(
              both(
                '`modifiedOn` {modified} is before `createdOn` {created}',
                'الحقل `modifiedOn` {modified} أسبق من `createdOn` {created}',
              ),
              { modified: valueText(modified), created: valueText(created) },
            ),
            exchange,
          )
        : OK;
    },
  ),
  ofUnit(
    'source.file',
    both('`knowledgeSource` of a file is 0.', 'الحقل `knowledgeSource` للملف قيمته 0.'),
    (exchange, _, __, isOurs) =>
      isOurs ? judgeKind(exchange, KNOWLEDGE_SOURCE.file) : untestable(READ_BY_OTHERS),
  ),
  {
    id: 'unit.source.url',
    section: '2.4',
    rule: both('`knowledgeSource` of an address is 1.', 'الحقل `knowledgeSource` للرابط قيمته 1.'),
    run: async (lab) => {
      const exchange = await readPageUnit(lab);
      if (!exchange) return untestable(noUnit((await unitOfPage(lab)).registered, 'register.url'));
      return ofSuccess(exchange, 'register.url', () => judgeKind(exchange, KNOWLEDGE_SOURCE.url));
    },
  },
  {
    id: 'unit.sources.all',
    section: '2.4',
    rule: both(
      '`aiKnowledgeSources` has an item for each registered file.',
      'يضم `aiKnowledgeSources` عنصرًا لكل ملف مسجل.',
    ),
    run: async (lab) => {
      const exchange = await readFilesUnit(lab);
      if (!exchange) return untestable(noUnit((await unitOfFiles(lab)).registered, 'register.files'));
      const { sources: sent } = await unitOfFiles(lab);
      if (isWrapped(exchange)) return untestable(needs.other('unit.not-wrapped'));
      return ofSuccess(exchange, 'register.files', () => {
        const sources = valueAt(exchange.json, 'aiKnowledgeSources');
        const count = Array.isArray(sources) ? sources.length : 0;
        return judgeCount(both('{count} items', 'عدد العناصر {count}'), sent.length, count, exchange);
      });
    },
  },
];

function judgeKind(exchange: Exchange, kind: number): Finding {
  const kinds = valuesAt(exchange.json, ['aiKnowledgeSources', '[]', 'knowledgeSource']);
  if (kinds.length === 0) return untestable(needs.other('unit.aiKnowledgeSources'));
  const wrong = kinds.find((other) => other !== kind);
  return wrong === undefined ? OK : fails(valueText(kind), valueText(wrong), exchange);
}

/** The largest number that every database takes for an id. */
const unknownUnit = once((lab) => lab.call(unitCall(2_147_483_647)));

/** An id that no unit has: which status follows, the interface leaves open. */
const judgeUnknown = (id: string, rule: Text, probe: (lab: Lab) => Promise<Exchange>): Check => ({
  id: `unit.${id}`,
  section: '4',
  rule,
  run: async (lab) => {
    const exchange = await probe(lab);
    const reason = whyUntestable(exchange);
    if (reason) return untestable(reason);
    if (exchange.status >= 400 && exchange.status < 500) return OK;
    return note(
      fill(both('answered with status {status}: {body}', 'جاءت الاستجابة بالحالة {status}: {body}'), {
        status: exchange.status,
        body: valueText(exchange.json),
      }),
      exchange,
    );
  },
});

export const units: CheckGroup = {
  id: 'unit',
  title: both('Reading a unit', 'قراءة الوحدة'),
  checks: [
    {
      id: AFTER,
      section: '4',
      rule: both(
        'A unit is read by its id; the header names the bot.',
        'تُقرأ الوحدة برقمها، والترويسة تحدد الروبوت.',
      ),
      run: async (lab) => {
        const reading = await readUnit(lab);
        return reading ? judgeAccepted(reading.exchange) : untestable(NO_ID);
      },
    },
    ofUnit(
      'type',
      both('The response is JSON.', 'الاستجابة بصيغة JSON.'),
      (exchange) => judgeType(exchange, 'application/json'),
      '4',
    ),
    ofUnit(
      'not-wrapped',
      both('The unit stands by itself, without the envelope.', 'الوحدة مستقلة بلا غلاف الاستجابة.'),
      (exchange) =>
        !isWrapped(exchange)
          ? OK
          : fails(both('no `Response`', 'لا `Response`'), valueText(exchange.json), exchange),
      '4',
    ),
    ...fields,
    ...values,
    judgeUnknown(
      'unknown',
      both('An id that no unit has is refused.', 'يُرفض رقم ليس لأي وحدة.'),
      unknownUnit,
    ),
    judgeUnknown(
      'not-a-number',
      both('An id that is no number is refused.', 'يُرفض رقم وحدة ليس عددًا.'),
      (lab) => lab.call(unitCall('fihrist-check')),
    ),
    ...errorChecks('unit', { id: 'unit.unknown', probe: unknownUnit }),
  ],
};
