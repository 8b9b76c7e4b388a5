import { UNIT_LIMITS } from '#contract/limits.ts';
import { GatewayError } from '#src/api/errors.ts';
import type { Group, Item, Registration } from './intake-types.ts';
import { isStored } from './intake-types.ts';

/** Where a row stands, as one word; the row says it in words and offers the step that mends it. */
export type Standing =
  | 'waiting'
  | 'uploading'
  | 'refused'
  | 'cancelled'
  | 'failed'
  | 'gone'
  | 'stored'
  | 'titleWrong'
  | 'descriptionWrong'
  | 'titleTaken'
  | 'titleRepeated'
  | 'tooMany'
  | 'unfinished'
  | 'registering'
  | 'notRegistered'
  | 'ready';

export function standingOfItem(item: Item): Standing {
  return item.kind === 'url' ? 'stored' : item.upload.step;
}

export type WordsOfGroup = {
  titleWrong: boolean;
  descriptionWrong: boolean;
  /** Another unit of the bot, or another row, has the title. */
  taken: boolean;
  repeated: boolean;
};

export function standingOfGroup(
  group: Group,
  words: WordsOfGroup,
  registration: Registration | undefined,
  maxSources: number = UNIT_LIMITS.sources,
): Standing {
  if (registration?.step === 'registering') return 'registering';
  const [only] = group.items;
  if (group.items.length === 1 && only !== undefined && !isStored(only) && group.key === only.key) {
    return standingOfItem(only);
  }
  if (words.titleWrong) return 'titleWrong';
  if (words.descriptionWrong) return 'descriptionWrong';
  const refused = registration?.error;
  if (words.taken || (refused instanceof GatewayError && refused.fault === 'title-taken'))
    return 'titleTaken';
  if (words.repeated) return 'titleRepeated';
  if (registration !== undefined) return 'notRegistered';
  if (group.items.length > maxSources) return 'tooMany';
  return group.items.every(isStored) ? 'ready' : 'unfinished';
}

/** `notRegistered` may simply be tried again: its words are right. */
export function mayRegister(standing: Standing): boolean {
  return standing === 'ready' || standing === 'notRegistered';
}
