import { describe, expect, test } from 'vitest';
import { buildHistory, countDroppedMessages, toChatRequest } from '#src/features/chat/chat-request.ts';
import { DEFAULT_CHAT_SETTINGS } from '#src/features/chat/chat-settings.ts';
import { createDraftStore } from '#src/features/chat/composer/use-draft.ts';
import {
  addTurn,
  addVersion,
  type Conversation,
  removeTurn,
  restoreTurn,
  showTurn,
  showVersion,
  type Turn,
  titleFromMessage,
  tokensUsed,
  visibleTurns,
} from '#src/features/chat/conversations/conversation.ts';
import {
  type ConversationArchive,
  conversationsToEvict,
  createConversationStore,
  createMemoryArchive,
  STORAGE_LIMITS,
} from '#src/features/chat/conversations/conversation-store.ts';
import {
  conversationToJson,
  conversationToMarkdown,
  exportFileName,
} from '#src/features/chat/conversations/export-conversation.ts';

const version = (id: string, text = `جواب ${id}`) => ({
  id,
  text,
  status: 'done' as const,
  begun: 0,
  tokens: 10,
  settings: DEFAULT_CHAT_SETTINGS,
});
const turn = (id: string, parent: string | null, ...versions: string[]): Turn => ({
  id,
  parent,
  message: `سؤال ${id}`,
  images: [],
  versions: versions.map((text) => version(text)),
  shown: versions.at(-1) ?? '',
});
const empty: Conversation = {
  id: 'c',
  title: '',
  named: false,
  createdOn: 0,
  changedOn: 0,
  turns: [],
  shown: {},
  settings: DEFAULT_CHAT_SETTINGS,
};
const talk = [turn('1', null, 'a'), turn('2', 'a', 'b'), turn('3', 'b', 'c')].reduce(addTurn, empty);
const seen = (conversation: Conversation) => visibleTurns(conversation).map(({ id }) => id);

describe('a conversation as a tree', () => {
  test('goes on from the answer in sight, and comes back to what went on from another', () => {
    const again = addVersion(talk, '2', version('b2'));
    expect(seen(again)).toEqual(['1', '2']);
    expect(seen(addTurn(again, turn('4', 'b2', 'd')))).toEqual(['1', '2', '4']);
    expect(seen(showVersion(again, '2', 'b'))).toEqual(['1', '2', '3']);
  });

  test('keeps each wording of a message with what followed it', () => {
    const reworded = addTurn(talk, turn('2b', 'a', 'x'));
    expect(seen(reworded)).toEqual(['1', '2b']);
    expect(seen(showTurn(reworded, turn('2', 'a', 'b')))).toEqual(['1', '2', '3']);
  });

  test('lets what followed move up when a message is taken away, but not what followed unseen answers', () => {
    const forked = showVersion(addTurn(addVersion(talk, '2', version('b2')), turn('4', 'b2', 'd')), '2', 'b');
    const without = removeTurn(forked, forked.turns.find(({ id }) => id === '2') as Turn);
    expect(seen(without)).toEqual(['1', '3']);
    expect(without.turns.map(({ id }) => id)).toEqual(['1', '3']);
    expect(seen(removeTurn(talk, talk.turns[0] as Turn))).toEqual(['2', '3']);
    expect(seen(removeTurn(talk, talk.turns[2] as Turn))).toEqual(['1', '2']);
  });

  const without = (id: string, from = talk) =>
    removeTurn(from, from.turns.find((turn) => turn.id === id) as Turn);

  test('takes a message back to where it was, with what was written since after it', () => {
    expect(restoreTurn(without('2'), talk, '2')).toEqual(talk);
    expect(seen(restoreTurn(addTurn(without('2'), turn('4', 'c', 'd')), talk, '2'))).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
    expect(seen(restoreTurn(addTurn(without('3'), turn('4', 'b', 'd')), talk, '3'))).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
    const answered = addVersion(without('1'), '3', version('c2'));
    const back = restoreTurn(answered, talk, '1');
    expect(seen(back)).toEqual(['1', '2', '3']);
    expect(back.turns.at(-1)?.versions.map(({ id }) => id)).toEqual(['c', 'c2']);
  });

  test('takes a wording back beside the others, with what followed it, also answers not in sight', () => {
    const reworded = addTurn(addTurn(talk, turn('2b', 'a', 'x')), turn('5', 'x', 'y'));
    expect(seen(restoreTurn(without('2b', reworded), reworded, '2b'))).toEqual(['1', '2b', '5']);
    const since = addTurn(without('2b', reworded), turn('2c', 'a', 'z'));
    const back = restoreTurn(since, reworded, '2b');
    expect(seen(back)).toEqual(['1', '2c']);
    expect(seen(showTurn(back, turn('2', 'a')))).toEqual(['1', '2', '3']);
    expect(seen(showTurn(back, turn('2b', 'a')))).toContain('2b');
    const forked = showVersion(addTurn(addVersion(talk, '2', version('b2')), turn('4', 'b2', 'd')), '2', 'b');
    expect(restoreTurn(without('2', forked), forked, '2')).toEqual(forked);
  });

  test('counts every answer, and is called after its first message', () => {
    expect(tokensUsed(addVersion(talk, '2', { ...version('b2'), estimated: true }))).toEqual({
      tokens: 40,
      estimated: true,
    });
    expect(talk.title).toBe('سؤال 1');
    expect(titleFromMessage(`${'كلمة '.repeat(30)}\nسطر`)).toMatch(/^(?:كلمة )+كلمة…$/u);
  });
});

describe('what is sent', () => {
  test('leaves out messages without an answer, and the oldest where it grows too long', () => {
    const failed = { ...turn('f', null, 'f'), versions: [version('f', '')] };
    expect(buildHistory([failed, turn('1', null, 'a')])).toEqual([
      { Role: 'user', Content: 'سؤال 1' },
      { Role: 'assistant', Content: 'جواب a' },
    ]);
    const many = Array.from({ length: 150 }, (_, index) => turn(String(index), null, `v${index}`));
    expect(buildHistory(many)).toHaveLength(200);
    expect(countDroppedMessages(many)).toBe(100);
    expect(buildHistory(many).at(-1)?.Content).toBe('جواب v149');
    const long = many.slice(0, 20).map((turn) => ({ ...turn, message: 'م'.repeat(32_000) }));
    const sent = buildHistory(long);
    expect(new TextEncoder().encode(JSON.stringify(sent)).length).toBeLessThan(800_000);
    expect(sent.length + countDroppedMessages(long)).toBe(40);
  });

  test('names only what is not left to the server', () => {
    const asking = { message: ' أهلًا ', images: [], previousTurns: [], settings: DEFAULT_CHAT_SETTINGS };
    expect(toChatRequest(asking)).toEqual({ Message: 'أهلًا', PromptStyle: 0 });
    const settings = { ...DEFAULT_CHAT_SETTINGS, Temperature: 0, style: 3 as const };
    expect(toChatRequest({ ...asking, settings })).toEqual({
      Message: 'أهلًا',
      PromptStyle: 3,
      Config: { Temperature: 0 },
    });
  });
});

describe('what is written out', () => {
  test('is Markdown of what is in sight, and JSON of all', () => {
    const again = addVersion(talk, '3', version('c2', '- **نعم**'));
    const text = conversationToMarkdown(again, { person: 'السؤال', bot: 'الإجابة' });
    expect(text).toContain('# سؤال 1\n\n**السؤال**\n\nسؤال 1\n\n**الإجابة**\n\nجواب a');
    expect(text).toContain('- **نعم**');
    expect(text).not.toContain('جواب c\n');
    const file = JSON.parse(conversationToJson(again)) as { conversation: Conversation };
    expect(file.conversation).toEqual(again);
    expect(exportFileName({ ...talk, title: '../كم: يومًا؟ <a>\u202e' }, 'json')).toBe('كم يومًا؟ a.json');
    expect(exportFileName({ ...talk, title: '...' }, 'markdown')).toBe('chat.md');
  });
});

describe('what is kept', () => {
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

  test('lets the oldest give way, by number and by size', () => {
    const many = Array.from({ length: STORAGE_LIMITS.conversations + 2 }, (_, index) => ({
      ...empty,
      id: `${index}`,
    }));
    expect(conversationsToEvict(many).map(({ id }) => id)).toEqual(['200', '201']);
    const heavy = addTurn(empty, { ...turn('1', null, 'a'), message: 'م'.repeat(STORAGE_LIMITS.characters) });
    expect(
      conversationsToEvict([
        { ...heavy, id: 'new' },
        { ...talk, id: 'old' },
      ]).map(({ id }) => id),
    ).toEqual(['old']);
    expect(conversationsToEvict([heavy])).toEqual([]);
  });

  test('writes an answer under way as stopped, and says when there is no room', async () => {
    const conversations: Conversation[] = [];
    let full = false;
    const archive: ConversationArchive = {
      ...createMemoryArchive(),
      persistent: true,
      put: async (_owner, conversation) => {
        if (full) throw new DOMException('full', 'QuotaExceededError');
        conversations.push(conversation);
      },
    };
    const store = createConversationStore({ owner: 'a', archive });
    const writing = { ...version('a', 'نصف'), status: 'writing' as const };
    const under = addTurn(empty, { ...turn('1', null), versions: [writing], shown: 'a' });
    store.put(under);
    await settle();
    expect(conversations[0]?.turns[0]?.versions[0]).toMatchObject({ status: 'stopped', text: 'نصف' });
    expect(store.find('c')?.turns[0]?.versions[0]?.status).toBe('writing');
    full = true;
    store.put(under);
    await settle();
    expect(store.state().storageProblem).toBe('full');
    full = false;
    store.put(under);
    await settle();
    expect(store.state().storageProblem).toBeUndefined();
  });
});

/** As browsers keep it: each entry is a property of its own. */
class TabStorage {
  [name: string]: unknown;
  getItem(name: string) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }
  setItem(name: string, value: string) {
    this[name] = value;
  }
  removeItem(name: string) {
    delete this[name];
  }
}

describe('what is typed and not sent', () => {
  const connections = () => {
    let ids = ['one', 'two'];
    const listeners = new Set<() => void>();
    return {
      all: () => ids.map((id) => ({ id })),
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      forget: (id: string) => {
        ids = ids.filter((other) => other !== id);
        for (const notify of listeners) notify();
      },
    };
  };

  test('is there after a reload, and gone with its connection', () => {
    const tab = new TabStorage() as unknown as Storage;
    const image = { name: 'منتج.png', data: 'data:image/png;base64,AA' };
    const before = connections();
    const drafts = createDraftStore(before, tab);
    drafts.change('one.1.c', (now) => ({ ...now, message: 'مسوّدة', images: [image] }));
    drafts.change('two.1.', (now) => ({ ...now, message: 'أخرى' }));
    expect(drafts.read('one.1.c')).toEqual({ message: 'مسوّدة', images: [image] });
    const after = connections();
    const again = createDraftStore(after, tab);
    expect(again.read('one.1.c')).toEqual({ message: 'مسوّدة', images: [] });
    after.forget('one');
    expect(again.read('one.1.c').message).toBe('');
    expect(again.read('two.1.').message).toBe('أخرى');
    expect(JSON.stringify(tab)).not.toContain('مسوّدة');
    again.clear('two.1.');
    expect(Object.keys(tab)).toEqual([]);
  });
});
