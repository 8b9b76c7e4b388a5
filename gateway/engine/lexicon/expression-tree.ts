/** Expressions of the lexicon by the numbers of their keys: a node for each beginning, the roots are the keys themselves. */
interface ExpressionTree {
  /** Ids of the concepts. */
  readonly ids: readonly string[];
  /** The node of what goes on with a key; 0 where nothing does. */
  childOf(node: number, key: number): number;
  hasChildren(node: number): boolean;
  /** Above 0 where a node is a whole expression, less for one that the lexicon has before another. */
  orderOf(node: number): number;
  /** Visits the concepts that the expression of a node may mean. */
  meaningsOf(node: number, visit: (concept: number) => void): void;
}

const [SPACE, COMMA, POINT, LINE_END] = [32, 44, 46, 10];
/** Digits of base 36. */
const BASE = 36;
const digitOf = (code: number): number => (code < 58 ? code - 48 : code - 87);

/** Reads `concepts` of a packed lexicon with so many keys. Made of arrays of numbers, since they are tens of thousands. */
export function createExpressionTree(concepts: string, keyCount: number): ExpressionTree {
  const most = { nodes: keyCount, meanings: 1 };
  for (let index = 0; index < concepts.length; index++) {
    const code = concepts.charCodeAt(index);
    if (code === POINT) most.nodes++;
    else if (code === COMMA || code === SPACE) most.meanings++;
  }
  let nodeCount = keyCount;
  const parents = new Uint32Array(most.nodes);
  const keys = new Uint32Array(most.nodes);
  const isParent = new Uint8Array(most.nodes);
  /** By node, the first of its meanings. */
  const firsts = new Uint32Array(most.nodes);
  const meanings = new Uint16Array(most.meanings);
  const nexts = new Uint32Array(most.meanings);
  /** Nodes by hash; 0 is free. At most half of them are taken. */
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * (most.nodes - keyCount) + 2)));

  const slotOf = (node: number, key: number): number => {
    const mask = slots.length - 1;
    let slot = Math.imul(Math.imul(node, 0x01000193) ^ key, 0x2c1b3c6d);
    for (slot = (slot ^ (slot >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const taken = slots[slot] ?? 0;
      if (taken === 0 || (parents[taken] === node && keys[taken] === key)) return slot;
    }
  };
  const goOn = (node: number, key: number): number => {
    const slot = slotOf(node, key);
    const child = slots[slot] ?? 0;
    if (child > 0) return child;
    isParent[node] = 1;
    parents[nodeCount] = node;
    keys[nodeCount] = key;
    return (slots[slot] = nodeCount++);
  };
  let meaningCount = 1;
  const mean = (node: number, concept: number): void => {
    let last = firsts[node] ?? 0;
    for (let next = last; next > 0; next = nexts[next] ?? 0) {
      if (meanings[next] === concept) return;
      last = next;
    }
    if (last > 0) nexts[last] = meaningCount;
    else firsts[node] = meaningCount;
    meanings[meaningCount++] = concept;
  };

  const ids: string[] = [];
  for (let index = 0; index < concepts.length; index++) {
    const end = concepts.indexOf(' ', index);
    const concept = ids.push(concepts.slice(index, end)) - 1;
    let node = -1;
    let key = 0;
    for (index = end + 1; ; index++) {
      const code = index < concepts.length ? concepts.charCodeAt(index) : LINE_END;
      if (code !== POINT && code !== COMMA && code !== LINE_END) {
        key = key * BASE + digitOf(code);
        continue;
      }
      node = node < 0 ? key : goOn(node, key);
      key = 0;
      if (code === POINT) continue;
      mean(node, concept);
      node = -1;
      if (code === LINE_END) break;
    }
  }

  return {
    ids,
    childOf: (node, key) => slots[slotOf(node, key)] ?? 0,
    hasChildren: (node) => isParent[node] === 1,
    orderOf: (node) => firsts[node] ?? 0,
    meaningsOf(node, visit) {
      for (let next = firsts[node] ?? 0; next > 0; next = nexts[next] ?? 0) visit(meanings[next] ?? 0);
    },
  };
}
