/**
 * A queue in which owners take turns: first in, first out within an owner, no matter how many items another owner has.
 */
interface FairQueue<Item> {
  push(item: Item): void;
  shift(): Item | undefined;
  /** False when the queue does not hold the item. */
  remove(item: Item): boolean;
  /**
   * Takes the last item of the owner with most items, if `owner` would still have fewer with another item; else
   * undefined. `countOf`: items of an owner, in the queue and on their way to it.
   */
  popLongest(owner: number, countOf: (owner: number) => number): Item | undefined;
}

export function createFairQueue<Item>(ownerOf: (item: Item) => number): FairQueue<Item> {
  /** Non-empty lanes, in the order of their turns. */
  const lanes = new Map<number, Item[]>();

  const dropEmpty = (owner: number) => {
    if (lanes.get(owner)?.length === 0) lanes.delete(owner);
  };

  return {
    push(item) {
      const owner = ownerOf(item);
      const lane = lanes.get(owner);
      if (lane) lane.push(item);
      else lanes.set(owner, [item]);
    },
    shift() {
      const [first] = lanes;
      if (!first) return undefined;
      const [owner, lane] = first;
      const item = lane.shift();
      lanes.delete(owner);
      if (lane.length > 0) lanes.set(owner, lane);
      return item;
    },
    remove(item) {
      const owner = ownerOf(item);
      const lane = lanes.get(owner) ?? [];
      const index = lane.indexOf(item);
      if (index < 0) return false;
      lane.splice(index, 1);
      dropEmpty(owner);
      return true;
    },
    popLongest(owner, countOf) {
      let [longest, count] = [owner, countOf(owner) + 1];
      for (const other of lanes.keys())
        if (countOf(other) > count) [longest, count] = [other, countOf(other)];
      if (longest === owner) return undefined;
      const item = lanes.get(longest)?.pop();
      dropEmpty(longest);
      return item;
    },
  };
}
