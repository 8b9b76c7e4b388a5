/** What a rule or a `style` attribute says, by property in lower case. */
export type Declarations = ReadonlyMap<string, string>;

interface StyleRules {
  /** What applies to an element: matching rules by weight, then its own `style`, then what is important, likewise. */
  declarationsOf(name: string, attributes: Record<string, string>): Declarations;
  /** Whether a rule shows the element in another state: with a further class, once a box is checked, as a target. */
  hasShownState(name: string, attributes: Record<string, string>): boolean;
  /** Check boxes are switches of the page's style. */
  hasCheckedState: boolean;
  /** Rules that are not understood or not here, so that colours may be other than they seem. */
  isPartial: boolean;
}

interface Rule {
  tag: string;
  id: string;
  classes: readonly string[];
  weight: number;
  declarations: Declarations;
  important: Declarations;
}

/** Declarations, and apart from them the `!important` declarations, which win over all others. */
interface Block {
  declarations: Declarations;
  important: Declarations;
}

const MAX_STYLE_CHARACTERS = 500_000;
const MAX_RULES = 5_000;
const MAX_CLASSES = 20;
/** Rules looked at for one id, class or tag. */
const MAX_RULES_PER_KEY = 50;
const COMPOUND = /^([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)$/i;
/** All that bears on whether text is seen. */
const RELEVANT =
  /^(?:display|visibility|opacity|font-size|color|background|background-color|background-image|position|left|right|top|bottom|text-indent|clip|clip-path|(?:max-)?width|(?:max-)?height|overflow|transform|content-visibility|transition|animation|animation-name|will-change|text-decoration|text-decoration-line|vertical-align)$/;
/** Selectors of a state that a control, a script or an address brings about. */
const STATE =
  /:(?:checked|target)\b|\[(?:open|aria-(?:expanded|hidden|selected)|data-(?:open|state))\b|\.(?:is\w{0,20}|(?:[\w-]*-)?(?:open|opened|active|shown?|visible|expanded|selected|current|animated?|loaded|reveal(?:ed)?|appear(?:ed)?|in-?view|on|in))(?![\w-])/i;
const NONE: Block = { declarations: new Map(), important: new Map() };

/** Simple rules (`p`, `.note`, `#top`, `p.note`) of a page's own `<style>` elements, wherever in the page they stand, and of `linked` sheets. */
export function readStyleRules(html: string, linked?: string): StyleRules {
  const rules = new Map<string, Rule[]>();
  const own = collectStyles(html);
  const isPartial = linked === undefined && own.isPartial;
  const states = new Map<string, Rule[]>();
  const parsed = parseRules(`${linked ?? ''}\n${own.text}`, rules, states);
  return {
    isPartial: isPartial || parsed.isPartial,
    hasCheckedState: /:checked\b[^{},]{0,100}[~+]/.test(own.text),
    hasShownState(name, attributes) {
      if (states.size === 0) return false;
      const { id, classes, keys } = keysOf(name, attributes);
      return keys.some((key) =>
        states
          .get(key)
          ?.some(
            (rule) =>
              (rule.tag === '' || rule.tag === name) &&
              (rule.id === '' || rule.id === id) &&
              rule.classes.every((className) => classes.includes(className)),
          ),
      );
    },
    declarationsOf(name, attributes) {
      const inline = attributes['style'] ? parseDeclarations(attributes['style'].slice(0, 2_000)) : NONE;
      if (rules.size === 0) return inline.declarations;
      const { id, classes, keys } = keysOf(name, attributes);
      const candidates = keys.flatMap((key) => rules.get(key) ?? []);
      const matching = candidates.filter(
        (rule) =>
          (rule.tag === '' || rule.tag === name) &&
          (rule.id === '' || rule.id === id) &&
          rule.classes.every((className) => classes.includes(className)),
      );
      if (matching.length === 0) return inline.declarations;
      matching.sort((a, b) => a.weight - b.weight);
      const blocks = [...matching, inline];
      return new Map([
        ...blocks.flatMap(({ declarations }) => [...declarations]),
        ...blocks.flatMap(({ important }) => [...important]),
      ]);
    },
  };
}

function keysOf(name: string, attributes: Record<string, string>) {
  const id = attributes['id'] ?? '';
  const classes = (attributes['class'] ?? '').slice(0, 2_000).split(/\s+/).slice(0, MAX_CLASSES);
  return { id, classes, keys: [`#${id}`, ...classes.map((className) => `.${className}`), name, '*'] };
}

/** The text of all style elements; those in comments are not in force. */
function collectStyles(html: string): { text: string; isPartial: boolean } {
  const opening = /<!--|<style\b|<link\b[^>]{0,300}\bstylesheet\b/gi;
  const ending = /<\/style/gi;
  let text = '';
  let isPartial = false;
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const start = html.indexOf('>', match.index);
    if (match[0] === '<!--') {
      const end = html.indexOf('-->', match.index);
      if (end < 0) break;
      opening.lastIndex = end;
    } else if (/^<link/i.test(match[0])) isPartial = true;
    else {
      ending.lastIndex = start;
      const end = start < 0 ? null : ending.exec(html);
      if (!end) break;
      text += `${html.slice(start + 1, end.index)}\n`;
      if (text.length > MAX_STYLE_CHARACTERS)
        return { text: text.slice(0, MAX_STYLE_CHARACTERS), isPartial: true };
      opening.lastIndex = end.index;
    }
  }
  return { text, isPartial: isPartial || /@import/i.test(text) };
}

function parseRules(
  text: string,
  rules: Map<string, Rule[]>,
  states: Map<string, Rule[]>,
): { isPartial: boolean } {
  const css = text.replace(/\/\*[^]*?(?:\*\/|$)/g, ' ').replace(/<!--|-->/g, ' ');
  let isPartial = false;
  let order = 0;
  let offset = 0;
  while (offset < css.length && order < MAX_RULES) {
    const open = css.indexOf('{', offset);
    if (open < 0) break;
    const prelude = css.slice(offset, open).split(';').at(-1)?.trim() ?? '';
    if (prelude.startsWith('@')) {
      if (/^@media\s+(?:all|screen)$/i.test(prelude)) offset = open + 1;
      else {
        isPartial ||= /^@(?:media|supports|layer|container)/i.test(prelude);
        offset = skipBlock(css, open);
      }
      continue;
    }
    const close = css.indexOf('}', open);
    const body = css.slice(open + 1, close < 0 ? css.length : close);
    offset = close < 0 ? css.length : close + 1;
    const block = parseDeclarations(body);
    if (block.declarations.size === 0) continue;
    const shows = isShowing(block);
    for (const selector of prelude.split(',').slice(0, 100)) {
      if (shows) addState(states, selector.trim(), order);
      const isKnown = addRule(rules, selector.replace(/^[\s}]+|\s+$/g, ''), block, order++);
      if (!isKnown && [...block.declarations.keys()].some((name) => /^(?:background|color)/.test(name)))
        isPartial = true;
    }
  }
  return { isPartial };
}

function skipBlock(css: string, open: number): number {
  let depth = 0;
  for (let offset = open; offset < css.length; offset++) {
    if (css[offset] === '{') depth++;
    else if (css[offset] === '}' && --depth === 0) return offset + 1;
  }
  return css.length;
}

function addRule(rules: Map<string, Rule[]>, selector: string, block: Block, order: number): boolean {
  const [whole, tag = '', rest = ''] = COMPOUND.exec(selector.slice(0, 200)) ?? [];
  if (!whole) return false;
  const ids = rest.match(/#[\w-]+/g) ?? [];
  const classes = (rest.match(/\.[\w-]+/g) ?? []).map((className) => className.slice(1));
  const name = tag === '*' ? '' : tag.toLowerCase();
  const weight = (ids.length * 100 + classes.length * 10 + (name === '' ? 0 : 1)) * MAX_RULES * 2 + order;
  const key = ids[0] ?? (classes[0] === undefined ? name || '*' : `.${classes[0]}`);
  const alike = rules.get(key) ?? [];
  rules.set(key, alike);
  if (alike.length < MAX_RULES_PER_KEY)
    alike.push({ tag: name, id: ids[0]?.slice(1) ?? '', classes, weight, ...block });
  return true;
}

function isShowing({ declarations }: Block): boolean {
  const [display, opacity] = [declarations.get('display'), declarations.get('opacity')];
  if (display === 'none' || declarations.get('visibility') === 'hidden') return false;
  if (display !== undefined || declarations.has('visibility')) return true;
  if (opacity !== undefined) return Number.parseFloat(opacity) >= 0.05;
  const height = declarations.get('max-height') ?? declarations.get('height');
  return height !== undefined && Number.parseFloat(height) !== 0;
}

/** Files a rule that shows its element in a state, under the element as it is in any other state. */
function addState(states: Map<string, Rule[]>, selector: string, order: number): void {
  if (selector.length > 200 || !STATE.test(selector)) return;
  const subject = selector.split(/[\s>+~]+/).at(-1) ?? '';
  const plain = subject.replace(/\[[^\]]*\]|:[\w-]+(?:\([^)]*\))?/g, '');
  const base = plain.replace(/\.[\w-]+/g, (name) => (STATE.test(name) ? '' : name));
  // A tag alone stands for every block of its kind.
  if (/[.#]/.test(base)) addRule(states, base, NONE, order);
}

function parseDeclarations(text: string): Block {
  const declarations = new Map<string, string>();
  const important = new Map<string, string>();
  for (const part of text.split(';').slice(0, 200)) {
    const colon = part.indexOf(':');
    const name = part.slice(0, colon).trim().toLowerCase();
    if (colon < 1 || !RELEVANT.test(name)) continue;
    const [value = '', mark] = part
      .slice(colon + 1, colon + 200)
      .toLowerCase()
      .split('!');
    const isImportant = mark?.trim() === 'important';
    if (isImportant) important.set(name, value.trim());
    if (isImportant || !important.has(name)) declarations.set(name, value.trim());
  }
  return { declarations, important };
}
