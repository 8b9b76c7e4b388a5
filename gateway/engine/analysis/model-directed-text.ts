import { withoutMarks } from '#common/fold-text.ts';
import { tokenise } from './tokenise.ts';

/** Characters that show nothing and may stand between the letters of a control word. */
const GAP = String.raw`[\p{Cf}\u034f\ufe00-\ufe0f]*`;
const OPEN = String.raw`[<＜]`;
const CLOSE = String.raw`[>＞]`;
const BAR = String.raw`[|｜]`;

/** Control words between angle brackets and between square brackets, of the templates of common model families. */
const ANGLE_NAMES =
  's bos eos pad unk eod sop eop think sys bos_token eos_token start_of_turn end_of_turn begin_of_text end_of_text start_of_image end_of_image start_header_id end_header_id tool_call tool_response';
const SQUARE_NAMES =
  'inst sys bos eos gmask smask system_prompt available_tools tool_calls tool_results tool_content';

/** Each letter also full-width, with gaps between the letters. */
const spell = (name: string): string =>
  Array.from(
    name,
    (letter) => `[${letter}${String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)}]`,
  ).join(GAP);
const anyOf = (names: string): string => `(?:${names.split(' ').map(spell).join('|')})`;
const SLASH = `(?:[/／]${GAP})?`;

/** `<|…|>`, `[|…|]`, `<s>`, `<<SYS>>`, `[/INST]` and the like. Bounded, so that a row of brackets is scanned once. */
const CONTROL_WORD = new RegExp(
  [
    `${OPEN}${GAP}${BAR}[^<>＜＞\\n]{1,80}?${BAR}${GAP}${CLOSE}`,
    `[\\[［]${GAP}${BAR}[^\\[\\]\\n]{1,40}?${BAR}${GAP}[\\]］]`,
    `(?:${OPEN}${GAP}){1,2}${SLASH}${anyOf(ANGLE_NAMES)}${GAP}(?:${CLOSE}${GAP}){0,1}${CLOSE}`,
    `[\\[［]${GAP}${SLASH}${anyOf(SQUARE_NAMES)}${GAP}[\\]］]`,
  ].join('|'),
  'giu',
);
/** Bidi controls and tag characters change or hide what a reader sees and mean nothing to a model. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/gu;

const LOOKALIKES: Readonly<Record<string, string>> = {
  '<': '‹',
  '＜': '‹',
  '>': '›',
  '＞': '›',
  '[': '(',
  '［': '(',
  ']': ')',
  '］': ')',
};

/**
 * Text that cannot end a message of a chat template: control words keep their letters and get brackets that no template
 * has, and bidi controls are gone. Never longer than the text.
 */
export function breakControlWords(text: string): string {
  return text
    .replace(CONTROLS, '')
    .replace(CONTROL_WORD, (word) => word.replace(/[<＜>＞[\]［］]/gu, (mark) => LOOKALIKES[mark] ?? mark));
}

const NOUNS_EN = 'instructions?|prompts?|rules|directives|guidelines';
/** Orders that only a model can follow, in folded spelling. */
const ORDERS = [
  `(?:ignore|disregard|forget|override|bypass) (?:(?:all|any|every|the|your|of|these|those|my) ){0,4}(?:previous|prior|above|earlier|preceding|foregoing|original|initial) (?:${NOUNS_EN})`,
  '(?:reveal|print|show|repeat|output|display|leak) (?:me )?(?:(?:all|of|the|your|full|entire|hidden) ){0,3}system prompt',
  '(?:و|ف)?(?:تجاهل|تجاهلي|تجاهلوا|اهمل|اهملي|اهملوا|انس|انسي|انسوا|تخط) (?:(?:كل|جميع|كافه|اي) ){0,2}(?:ال)?(?:تعليمات|اوامر|قواعد|توجيهات|ارشادات)(?:ك|كم)? (?:السابقه|السالفه|الاصليه|الاولي|اعلاه|التي سبقت|المذكوره اعلاه|التي اعطيت)',
  '(?:اكشف|اظهر|اعرض|اطبع|كرر|اكتب) (?:لي )?(?:نص )?(?:تعليمات|موجه|اوامر) النظام',
].map((pattern) => new RegExp(`(?<!\\S)(?:${pattern})(?!\\S)`, 'gu'));

/** Words without which a line holds no order, so that few lines are taken apart. */
const ORDER_HINT =
  /instruction|prompt|rules|directive|guideline|تعليمات|[أا]وامر|قواعد|توجيهات|[إا]رشادات|موجه/iu;

/** The parts of a line that address a model: control words of chat templates, and orders about its instructions. */
export function findModelDirectedText(line: string): string[] {
  const controlWords = line.match(CONTROL_WORD) ?? [];
  if (!ORDER_HINT.test(withoutMarks(line))) return controlWords;
  const tokens = tokenise(line);
  const folded = tokens.map(({ word }) => word).join(' ');
  const wordsBefore = (offset: number): number => folded.slice(0, offset).split(' ').length - 1;
  const orders = ORDERS.flatMap((order) =>
    [...folded.matchAll(order)].map(({ 0: match, index }) => {
      const start = tokens[wordsBefore(index)]?.start;
      return line.slice(start, tokens[wordsBefore(index + match.length)]?.end);
    }),
  );
  return [...controlWords, ...orders];
}
