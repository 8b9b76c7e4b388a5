import type { ChatMode } from '#src/features/chat/chat-mode.ts';
import type { ChatSettings } from '#src/features/chat/chat-settings.ts';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';

/** `writing` only while this page receives the answer; the archive keeps it as `stopped`, in case the page closes. */
type VersionStatus = 'writing' | 'done' | 'stopped' | 'cut' | 'failed';

/** An answer to a message; regenerating adds another version. */
export type AnswerVersion = {
  id: string;
  text: string;
  status: VersionStatus;
  /** Milliseconds since the epoch. */
  begun: number;
  /** Milliseconds until the first word and until the end. */
  firstAfter?: number | undefined;
  endedAfter?: number | undefined;
  tokens?: number | undefined;
  /** Whether the gateway estimated the tokens. */
  estimated?: boolean | undefined;
  requestId?: string | undefined;
  model?: string | undefined;
  /** Earlier messages that were not sent, or that did not fit the model. */
  dropped?: number | undefined;
  /** The settings of the request. */
  settings: ChatSettings;
  /** Question, passages and all else of an answer from the knowledge; absent: of the model alone. */
  run?: AnswerRun | undefined;
  /** Whether it was asked without the messages before it. */
  alone?: boolean | undefined;
};

export const modeOf = ({ run }: AnswerVersion): ChatMode => (run === undefined ? 'model' : 'knowledge');

export type ChatImage = { name: string /** A data URI. */; data: string };

/** A message and its answers. `parent` is the version that the message follows; null begins the conversation. */
export type Turn = {
  id: string;
  parent: string | null;
  message: string;
  images: readonly ChatImage[];
  versions: readonly AnswerVersion[];
  /** Id of the visible version. */
  shown: string;
};

/**
 * A tree: an answer may be followed by several messages, and a message may have several answers. One path of it is
 * visible; the rest is kept.
 */
export type Conversation = {
  id: string;
  title: string;
  /** Whether a person named it; else the title comes from the first message. */
  named: boolean;
  createdOn: number;
  changedOn: number;
  turns: readonly Turn[];
  /** Id of the visible turn after each version; '' is the beginning. */
  shown: Readonly<Record<string, string>>;
  settings: ChatSettings;
};

export function visibleVersion({ versions, shown }: Turn): AnswerVersion | undefined {
  return versions.find(({ id }) => id === shown) ?? versions.at(-1);
}

/** All wordings of a message: the turns that follow the same version. */
export function siblingsOf({ turns }: Conversation, turn: Pick<Turn, 'parent'>): readonly Turn[] {
  return turns.filter(({ parent }) => parent === turn.parent);
}

/** The visible turns, first to last. */
export function visibleTurns(conversation: Conversation): readonly Turn[] {
  const path: Turn[] = [];
  let parent: string | null = null;
  for (;;) {
    const siblings: readonly Turn[] = siblingsOf(conversation, { parent });
    const visibleId: string | undefined = conversation.shown[parent ?? ''];
    const turn: Turn | undefined = siblings.find(({ id }) => id === visibleId) ?? siblings.at(-1);
    if (turn === undefined) return path;
    path.push(turn);
    const version: AnswerVersion | undefined = visibleVersion(turn);
    if (version === undefined) return path;
    parent = version.id;
  }
}

const MAX_TITLE_LENGTH = 60;

/** The first line of a first message, cut at a word. */
export function titleFromMessage(message: string): string {
  const line = message.trim().split('\n')[0]?.replace(/\s+/gu, ' ') ?? '';
  if (line.length <= MAX_TITLE_LENGTH) return line;
  const cut = line.slice(0, MAX_TITLE_LENGTH);
  const space = cut.lastIndexOf(' ');
  return `${(space > MAX_TITLE_LENGTH / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Adds a message, which becomes visible. */
export function addTurn(conversation: Conversation, turn: Turn): Conversation {
  const { title, named, turns, shown } = conversation;
  const first = turns.length === 0 && !named;
  return {
    ...conversation,
    title: first ? titleFromMessage(turn.message) || title : title,
    turns: [...turns, turn],
    shown: { ...shown, [turn.parent ?? '']: turn.id },
  };
}

function updateTurn(conversation: Conversation, turnId: string, change: (turn: Turn) => Turn): Conversation {
  return {
    ...conversation,
    turns: conversation.turns.map((turn) => (turn.id === turnId ? change(turn) : turn)),
  };
}

/** The conversation with each answer changed. */
export function mapVersions(
  conversation: Conversation,
  change: (version: AnswerVersion) => AnswerVersion,
): Conversation {
  const turns = conversation.turns.map((turn) => ({ ...turn, versions: turn.versions.map(change) }));
  return { ...conversation, turns };
}

/** Adds a message, which becomes visible. */
export function addVersion(conversation: Conversation, turnId: string, version: AnswerVersion): Conversation {
  return updateTurn(conversation, turnId, (turn) => ({
    ...turn,
    versions: [...turn.versions, version],
    shown: version.id,
  }));
}

export function updateVersion(
  conversation: Conversation,
  turnId: string,
  versionId: string,
  change: Partial<AnswerVersion>,
): Conversation {
  return updateTurn(conversation, turnId, (turn) => ({
    ...turn,
    versions: turn.versions.map((version) =>
      version.id === versionId ? { ...version, ...change } : version,
    ),
  }));
}

export function showVersion(conversation: Conversation, turnId: string, shown: string): Conversation {
  return updateTurn(conversation, turnId, (turn) => ({ ...turn, shown }));
}

export function showTurn(conversation: Conversation, { id, parent }: Turn): Conversation {
  return { ...conversation, shown: { ...conversation.shown, [parent ?? '']: id } };
}

/** Turns below the given versions, at any depth. */
function descendantsOf(turns: readonly Turn[], versions: ReadonlySet<string>): Set<string> {
  const removed = new Set<string>();
  const from = new Set(versions);
  let grew = true;
  while (grew) {
    grew = false;
    for (const { id, parent, versions: own } of turns) {
      if (removed.has(id) || parent === null || !from.has(parent)) continue;
      removed.add(id);
      for (const version of own) from.add(version.id);
      grew = true;
    }
  }
  return removed;
}

/** Removes a message: turns after its visible answer move up, turns after its other answers are removed too. */
export function removeTurn(conversation: Conversation, turn: Turn): Conversation {
  const answer = visibleVersion(turn)?.id;
  const others = new Set(turn.versions.map(({ id }) => id).filter((id) => id !== answer));
  const removed = descendantsOf(conversation.turns, others).add(turn.id);
  const turns = conversation.turns
    .filter(({ id }) => !removed.has(id))
    .map((candidate) =>
      candidate.parent !== null && candidate.parent === answer
        ? { ...candidate, parent: turn.parent }
        : candidate,
    );
  const { [turn.parent ?? '']: _, ...shown } = conversation.shown;
  const next = answer === undefined ? undefined : conversation.shown[answer];
  const siblings = siblingsOf({ ...conversation, turns }, turn).at(-1)?.id;
  const inPlace = next ?? siblings;
  return {
    ...conversation,
    turns,
    shown: inPlace === undefined ? shown : { ...shown, [turn.parent ?? '']: inPlace },
  };
}

/** Tokens of all answers of the conversation, hidden ones included. */
export function tokensUsed({ turns }: Conversation): { tokens: number; estimated: boolean } {
  const versions = turns.flatMap((turn) => turn.versions);
  return {
    tokens: versions.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
    estimated: versions.some(({ estimated }) => estimated === true),
  };
}

const idsOf = (turns: readonly Turn[]) => new Set(turns.map(({ id }) => id));

/**
 * The conversation with a deleted message back where it was in `before`. What was written since stays: after the message,
 * or beside it where the message had other wordings already.
 */
export function restoreTurn(current: Conversation, before: Conversation, turnId: string): Conversation {
  const turn = before.turns.find(({ id }) => id === turnId);
  if (turn === undefined || current.turns.some(({ id }) => id === turnId)) return current;
  const parentKey = turn.parent ?? '';
  const answer = visibleVersion(turn)?.id;
  const knownIds = idsOf(before.turns);
  const remainingIds = idsOf(removeTurn(before, turn).turns);
  const followUpIds = idsOf(before.turns.filter(({ parent }) => parent !== null && parent === answer));
  const hasNoSiblings = siblingsOf(before, turn).length === 1;
  const isFollowUp = ({ id, parent }: Turn) =>
    answer !== undefined &&
    parent === turn.parent &&
    (followUpIds.has(id) || (hasNoSiblings && !knownIds.has(id)));

  const reattached = current.turns.map((item) =>
    answer !== undefined && isFollowUp(item) ? { ...item, parent: answer } : item,
  );
  const inPlace = new Map(reattached.map((item) => [item.id, item]));
  const restored = before.turns.flatMap((previous) => {
    const survivor = inPlace.get(previous.id) ?? (remainingIds.has(previous.id) ? undefined : previous);
    return survivor === undefined ? [] : [survivor];
  });
  const addedSince = reattached.filter(({ id }) => !knownIds.has(id));

  const visibleTurn = current.turns.find(({ id }) => id === current.shown[parentKey]);
  const shown = { ...current.shown, [parentKey]: turnId };
  if (visibleTurn !== undefined && answer !== undefined && isFollowUp(visibleTurn))
    shown[answer] = visibleTurn.id;
  else if (visibleTurn !== undefined && !knownIds.has(visibleTurn.id)) shown[parentKey] = visibleTurn.id;
  return { ...current, turns: [...restored, ...addedSince], shown };
}
