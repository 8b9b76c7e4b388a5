/** Sections 4 and 9: each endpoint is where the interface puts it. */
import { type Check, type CheckGroup, fails, type Finding, OK, untestable } from '../check.ts';
import type { Exchange } from '../calls/exchange.ts';
import { uploadCall } from '../calls/requests.ts';
import { whyUntestable } from '../judge.ts';
import { type Lab, once } from '../lab.ts';
import { both, fill } from '../text.ts';
import { cameText } from '../words.ts';
import { ENDPOINT_IDS, SAMPLE_CALLS } from './endpoints.ts';

/** Statuses of a server that has nothing at a path. */
const NOT_THERE = new Set([404, 405, 501]);

/** What each endpoint answers to a request without content: nothing is made and nothing spent. */
export const emptyCalls = Object.fromEntries(
  ENDPOINT_IDS.map((id) => [id, once((lab: Lab) => lab.call(emptyCall(id, lab)))]),
);

function emptyCall(id: string, lab: Lab) {
  const call = (SAMPLE_CALLS[id] ?? (() => uploadCall('', null)))(lab);
  if (call.form) return { ...call, form: [{ name: 'SessionId', value: 'fihrist-check' }] };
  return call.json === undefined ? { ...call, params: { knowledgeId: '0' } } : { ...call, json: {} };
}

function judge(id: string, exchange: Exchange): Finding {
  if (exchange.failure !== null) {
    const reason = whyUntestable(exchange);
    return reason ? untestable(reason) : fails(both('a response', 'استجابة'), cameText(exchange), exchange);
  }
  // No unit has the number 0: an envelope about that is the endpoint's own.
  const isAboutUnit = id === 'getUnit' && typeof exchange.json === 'object' && exchange.json !== null;
  if (!NOT_THERE.has(exchange.status) || isAboutUnit) return OK;
  return fails(both('an endpoint', 'نقطة نهاية'), cameText(exchange), exchange);
}

const checks: readonly Check[] = ENDPOINT_IDS.map((id, at) => {
  const isOfModel = /chat|transcribe/i.test(id);
  return {
    id: `paths.${id}`,
    section: '4',
    rule: fill(
      both(
        'Endpoint {number} is served at its path{family}, with its version, or without one where it has none.',
        'نقطة النهاية {number} متاحة في مسارها{family} برقم الإصدار المحدد، أو بلا إصدار حيث لا إصدار لها.',
      ),
      {
        number: at + 1,
        family: isOfModel
          ? both(' (`--model-family` names the segment)', ' (اسم العائلة يحدده `--model-family`)')
          : both('', ''),
      },
    ),
    run: async (lab) => {
      const empty = emptyCalls[id];
      return empty ? judge(id, await empty(lab)) : OK;
    },
  };
});

export const paths: CheckGroup = { id: 'paths', title: both('Paths', 'المسارات'), checks };
