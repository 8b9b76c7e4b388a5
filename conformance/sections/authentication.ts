/** Sections 5 and 7: who calls is known on every endpoint. */
import { faultEnvelopeSchema, parseConsumption } from '#contract/envelope.ts';
import { INVALID_KEY_TEXT } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import type { Exchange } from '../calls/exchange.ts';
import { unitCall } from '../calls/requests.ts';
import { type Check, type CheckGroup, type Finding, fails, note, OK, untestable } from '../check.ts';
import { whyUntestable } from '../judge.ts';
import { type Lab, once } from '../lab.ts';
import { fieldsOf, judgeField, valueAt } from '../shapes.ts';
import { both, fill } from '../text.ts';
import { cameText, needs, statusText, valueText } from '../words.ts';
import { ENDPOINT_IDS, type EndpointId, SAMPLE_CALLS } from './endpoints.ts';

/** A random key for each run, unknown to every gateway. */
const wrongKey = once(() => Promise.resolve(`fihrist-check-${crypto.randomUUID()}`));

function judge401(exchange: Exchange): Finding {
  if (exchange.status === 401) return OK;
  const reason = whyUntestable(exchange);
  return reason ? untestable(reason) : fails(statusText(401), cameText(exchange), exchange);
}

/** Compares a 401 with the documented sample: its message, and a consumption of 0. */
function judgeSample(exchange: Exchange): Finding {
  const wrong = fieldsOf(faultEnvelopeSchema)
    .map((field) => judgeField(field, exchange, ''))
    .find(({ outcome }) => outcome !== 'ok');
  const expected = both(
    `\`{"StatusCode":401,"Response":"${INVALID_KEY_TEXT}","Consumption":"0/…"}\``,
    `\`{"StatusCode":401,"Response":"${INVALID_KEY_TEXT}","Consumption":"0/…"}\``,
  );
  const said = ['StatusCode', 'Response', 'Consumption'].map((name) => valueAt(exchange.json, name));
  const [status, message, consumption] = said;
  const isSample =
    status === 401 && message === INVALID_KEY_TEXT && parseConsumption(String(consumption))?.used === 0;
  if (!wrong && isSample && exchange.type === 'application/json') return OK;
  return fails(
    expected,
    exchange.json === undefined ? cameText(exchange) : valueText(exchange.json),
    exchange,
  );
}

function checksOf(id: EndpointId, index: number): Check[] {
  const call = (lab: Lab, key: string | null) => {
    return lab.call({ ...SAMPLE_CALLS[id](lab), headers: { [HEADERS.key]: key } });
  };
  const withoutKey = once((lab) => call(lab, null));
  const withWrongKey = once(async (lab) => call(lab, await wrongKey(lab)));
  const values = { number: index + 1 };
  return [
    {
      id: `auth.${id}.missing-key`,
      section: '5',
      rule: fill(
        both('Endpoint {number} without a key: 401.', 'نقطة النهاية {number} بلا مفتاح: 401.'),
        values,
      ),
      run: async (lab) => judge401(await withoutKey(lab)),
    },
    {
      id: `auth.${id}.wrong-key`,
      section: '5',
      rule: fill(
        both(
          'Endpoint {number} with a key that does not exist: 401.',
          'نقطة النهاية {number} بمفتاح غير موجود: 401.',
        ),
        values,
      ),
      run: async (lab) => judge401(await withWrongKey(lab)),
    },
    {
      id: `auth.${id}.sample`,
      section: '7',
      rule: fill(
        both(
          'The 401 of endpoint {number} is JSON with the documented message, and reports nothing used.',
          'استجابة 401 من نقطة النهاية {number} بصيغة JSON وبالرسالة الموثقة، ولا تُظهر استهلاكًا.',
        ),
        values,
      ),
      run: async (lab) => {
        const exchange = await withWrongKey(lab);
        return exchange.status === 401
          ? judgeSample(exchange)
          : untestable(whyUntestable(exchange) ?? needs.other(`auth.${id}.wrong-key`));
      },
    },
  ];
}

const withoutBot: Check = {
  id: 'auth.missing-bot',
  section: '5',
  rule: both('Every call names its bot in `x-bot`.', 'كل طلب يذكر الروبوت في الترويسة `x-bot`.'),
  run: async (lab) => {
    const exchange = await lab.call({ ...unitCall(1), headers: { [HEADERS.bot]: null } });
    if (exchange.status >= 400 && exchange.status < 500) return OK;
    return note(
      fill(
        both(
          'a call without `x-bot` was answered with status {status}',
          'أُجيب طلب بلا `x-bot` بالحالة {status}',
        ),
        { status: exchange.status },
      ),
      exchange,
    );
  },
};

export const authentication: CheckGroup = {
  id: 'auth',
  title: both('Authentication', 'المصادقة'),
  checks: [...ENDPOINT_IDS.flatMap(checksOf), withoutBot],
};
