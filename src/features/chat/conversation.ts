import type { ChatSettings } from './chat-settings.ts';

/** `writing` only while this page hears the answer: what is kept of it says `stopped`, as it would be if the page closed. */
export type Standing = 'writing' | 'done' | 'stopped' | 'cut' | 'failed';

/** One answer to a message; asking again makes another beside it. */
export type Version = {
  id: string;
  text: string;
  standing: Standing;
  /** Milliseconds since the epoch. */
  begun: number;
  /** Milliseconds until the first word and until the end. */
  firstAfter?: number | undefined;
  endedAfter?: number | undefined;
  tokens?: number | undefined;
  /** The gateway says that it counted them itself. */
  estimated?: boolean | undefined;
  requestId?: string | undefined;
  model?: string | undefined;
  /** Earlier messages that were not sent, or that the model had no room for. */
  dropped?: number | undefined;
  /** As they were when it was asked. */
  settings: ChatSettings;
};

export type ChatImage = { name: string /** A data URI. */; data: string };

/** A message and its answers. `parent` is the version that it goes on from; null begins the conversation. */
export type Turn = {
  id: string;
  parent: string | null;
  message: string;
  images: readonly ChatImage[];
  versions: readonly Version[];
  /** The version in sight. */
  shown: string;
};

/**
 * A tree: each answer may be gone on from with several messages, each message answered several times. What is in sight is
 * one path of it; the rest stays, to be returned to.
 */
export type Conversation = {
  id: string;
  title: string;
  /** By a person, not from the first message. */
  named: boolean;
  createdOn: number;
  changedOn: number;
  turns: readonly Turn[];
  /** By version, or '' for the beginning: the turn that goes on from it in sight. */
  shown: Readonly<Record<string, string>>;
  settings: ChatSettings;
};

export function shownVersion({ versions, shown }: Turn): Version | undefined {
  return versions.find(({ id }) => id === shown) ?? versions.at(-1);
}

/** The turns beside one: other wordings of the same message. */
export function siblingsOf({ turns }: Conversation, turn: Pick<Turn, 'parent'>): readonly Turn[] {
  return turns.filter(({ parent }) => parent === turn.parent);
}

/** The turns in sight, first to last. */
export function pathOf(conversation: Conversation): readonly Turn[] {
  const path: Turn[] = [];
  let parent: string | null = null;
  for (;;) {
    const beside: readonly Turn[] = siblingsOf(conversation, { parent });
    const wanted: string | undefined = conversation.shown[parent ?? ''];
    const turn: Turn | undefined = beside.find(({ id }) => id === wanted) ?? beside.at(-1);
    if (turn === undefined) return path;
    path.push(turn);
    const version: Version | undefined = shownVersion(turn);
    if (version === undefined) return path;
    parent = version.id;
  }
}

const TITLE = 60;

/** The first line of a first message, cut at a word. */
export function titleOf(message: string): string {
  const line = message.trim().split('\n')[0]?.replace(/\s+/gu, ' ') ?? '';
  if (line.length <= TITLE) return line;
  const cut = line.slice(0, TITLE);
  const space = cut.lastIndexOf(' ');
  return `${(space > TITLE / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** The conversation with one more message, in sight. */
export function withTurn(conversation: Conversation, turn: Turn): Conversation {
  const { title, named, turns, shown } = conversation;
  const first = turns.length === 0 && !named;
  return {
    ...conversation,
    title: first ? titleOf(turn.message) || title : title,
    turns: [...turns, turn],
    shown: { ...shown, [turn.parent ?? '']: turn.id },
  };
}

export function withTurnChanged(
  conversation: Conversation,
  turnId: string,
  change: (turn: Turn) => Turn,
): Conversation {
  return {
    ...conversation,
    turns: conversation.turns.map((turn) => (turn.id === turnId ? change(turn) : turn)),
  };
}

/** One more answer to a message, in sight. */
export function withVersion(conversation: Conversation, turnId: string, version: Version): Conversation {
  return withTurnChanged(conversation, turnId, (turn) => ({
    ...turn,
    versions: [...turn.versions, version],
    shown: version.id,
  }));
}

export function withVersionChanged(
  conversation: Conversation,
  turnId: string,
  versionId: string,
  change: Partial<Version>,
): Conversation {
  return withTurnChanged(conversation, turnId, (turn) => ({
    ...turn,
    versions: turn.versions.map((version) =>
      version.id === versionId ? { ...version, ...change } : version,
    ),
  }));
}

export function withVersionShown(conversation: Conversation, turnId: string, shown: string): Conversation {
  return withTurnChanged(conversation, turnId, (turn) => ({ ...turn, shown }));
}

export function withTurnShown(conversation: Conversation, { id, parent }: Turn): Conversation {
  return { ...conversation, shown: { ...conversation.shown, [parent ?? '']: id } };
}

/** Turns that go on from one of these versions, and so forth. */
function below(turns: readonly Turn[], versions: ReadonlySet<string>): Set<string> {
  const gone = new Set<string>();
  const from = new Set(versions);
  let grew = true;
  while (grew) {
    grew = false;
    for (const { id, parent, versions: own } of turns) {
      if (gone.has(id) || parent === null || !from.has(parent)) continue;
      gone.add(id);
      for (const version of own) from.add(version.id);
      grew = true;
    }
  }
  return gone;
}

/** Without a message and its answers: what went on from the answer in sight moves up, what went on from others goes too. */
export function withoutTurn(conversation: Conversation, turn: Turn): Conversation {
  const kept = shownVersion(turn)?.id;
  const others = new Set(turn.versions.map(({ id }) => id).filter((id) => id !== kept));
  const gone = below(conversation.turns, others).add(turn.id);
  const turns = conversation.turns
    .filter(({ id }) => !gone.has(id))
    .map((one) => (one.parent !== null && one.parent === kept ? { ...one, parent: turn.parent } : one));
  const { [turn.parent ?? '']: _, ...shown } = conversation.shown;
  const next = kept === undefined ? undefined : conversation.shown[kept];
  const beside = siblingsOf({ ...conversation, turns }, turn).at(-1)?.id;
  const inPlace = next ?? beside;
  return {
    ...conversation,
    turns,
    shown: inPlace === undefined ? shown : { ...shown, [turn.parent ?? '']: inPlace },
  };
}

/** Tokens that the conversation cost: of every answer, also those not in sight. */
export function tokensOf({ turns }: Conversation): { tokens: number; estimated: boolean } {
  const versions = turns.flatMap((turn) => turn.versions);
  return {
    tokens: versions.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
    estimated: versions.some(({ estimated }) => estimated === true),
  };
}
