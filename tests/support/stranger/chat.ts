import type { Call, Context, Handler } from './context.ts';
import { Refusal } from './refusal.ts';
import { sendEvents, sendJson } from './send.ts';
import { numberOf, textOf } from './shapes.ts';

const STYLES = 5;

/** Repeats the message, and says how much of the history was read: by that it is seen whether any was. */
function complete({ switches, meter }: Context, { body }: Call) {
  const message = textOf(body, 'Message');
  numberOf(body, 'PromptStyle', [0, STYLES], 0);
  numberOf((body['Config'] ?? {}) as Record<string, unknown>, 'Temperature', [0, 1], 0.7);
  const history = body[switches.historyField] ?? [];
  if (!Array.isArray(history)) throw new Refusal(400, `${switches.historyField} must be an array`);
  const isArabic = /\p{Script=Arabic}/u.test(message);
  const said = isArabic ? `قرأت رسالتك: **${message}**` : `I read your message: **${message}**`;
  const note = isArabic ? `رسائل سابقة قُرئت: ${history.length}` : `Earlier messages read: ${history.length}`;
  const text = `${said}\n\n${note}`;
  return { text, input: meter.spend(message), output: meter.spend(text) };
}

/** Endpoint 1. */
export const chat: Handler = (context, call) => {
  const { text, input, output } = complete(context, call);
  const metadata = {
    input_tokens: input,
    generated_tokens: output,
    total_tokens: input + output,
    generation_time: 0.25,
  };
  const envelope = { StatusCode: 200, Response: { text, metadata }, Consumption: context.meter.print() };
  sendJson(call.response, 200, envelope);
};

/** Endpoint 2, section 6.1. */
export const streamChat: Handler = async (context, call) => {
  const { text, input, output } = complete(context, call);
  const pieces = text.match(/\S+\s*/gu)?.map((chunk) => ({ chunk })) ?? [];
  const metadata = { total_tokens: input + output };
  const last = { final: true, metadata, consumption: context.meter.print() };
  await sendEvents(call.response, [...pieces, last], call.fault);
};
