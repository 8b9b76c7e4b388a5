import type { Conversation, Turn } from './conversation.ts';
import { shownVersion, siblingsOf, withoutTurn } from './conversation.ts';

const idsOf = (turns: readonly Turn[]) => new Set(turns.map(({ id }) => id));

/**
 * The conversation with a message that was taken away, where it was in `before`. What was written since stays: after the
 * message, or beside it where the message had other wordings already.
 */
export function withTurnBack(now: Conversation, before: Conversation, turnId: string): Conversation {
  const turn = before.turns.find(({ id }) => id === turnId);
  if (turn === undefined || now.turns.some(({ id }) => id === turnId)) return now;
  const place = turn.parent ?? '';
  const answer = shownVersion(turn)?.id;
  const known = idsOf(before.turns);
  const left = idsOf(withoutTurn(before, turn).turns);
  const followed = idsOf(before.turns.filter(({ parent }) => parent !== null && parent === answer));
  const alone = siblingsOf(before, turn).length === 1;
  const follows = ({ id, parent }: Turn) =>
    answer !== undefined && parent === turn.parent && (followed.has(id) || (alone && !known.has(id)));

  const here = now.turns.map((one) =>
    answer !== undefined && follows(one) ? { ...one, parent: answer } : one,
  );
  const inPlace = new Map(here.map((one) => [one.id, one]));
  const again = before.turns.flatMap((one) => {
    const stands = inPlace.get(one.id) ?? (left.has(one.id) ? undefined : one);
    return stands === undefined ? [] : [stands];
  });
  const since = here.filter(({ id }) => !known.has(id));

  const inSight = now.turns.find(({ id }) => id === now.shown[place]);
  const shown = { ...now.shown, [place]: turnId };
  if (inSight !== undefined && answer !== undefined && follows(inSight)) shown[answer] = inSight.id;
  else if (inSight !== undefined && !known.has(inSight.id)) shown[place] = inSight.id;
  return { ...now, turns: [...again, ...since], shown };
}
