import { describe, expect, it } from 'vitest';
import { createPassingArchive } from '#src/features/chat/chat-archive.ts';
import type { ChatArchive } from '#src/features/chat/chat-archive.ts';
import { DEFAULTS } from '#src/features/chat/chat-settings.ts';
import type { Conversation, Turn } from '#src/features/chat/conversation.ts';
import {
  pathOf,
  titleOf,
  tokensOf,
  withoutTurn,
  withTurn,
  withTurnShown,
  withVersion,
  withVersionShown,
} from '#src/features/chat/conversation.ts';
import { createDrafts } from '#src/features/chat/draft-store.ts';
import { withTurnBack } from '#src/features/chat/take-back.ts';
import { BOUNDS, createConversationStore, tooMany } from '#src/features/chat/conversation-store.ts';
import { earlierLeftOut, earlierOf, requestOf } from '#src/features/chat/request-of.ts';
import { fileNameOf, writeJson, writeMarkdown } from '#src/features/chat/write-out.ts';

const version = (id: string, text = `جواب ${id}`) => ({
  id,
  text,
  standing: 'done' as const,
  begun: 0,
  tokens: 10,
  settings: DEFAULTS,
});
const turn = (id: string, parent: string | null, ...versions: string[]): Turn => ({
  id,
  parent,
  message: `سؤال ${id}`,
  images: [],
  versions: versions.map((one) => version(one)),
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
  settings: DEFAULTS,
};
const talk = [turn('1', null, 'a'), turn('2', 'a', 'b'), turn('3', 'b', 'c')].reduce(withTurn, empty);
const seen = (conversation: Conversation) => pathOf(conversation).map(({ id }) => id);

describe('a conversation as a tree', () => {
  it('goes on from the answer in sight, and comes back to what went on from another', () => {
    const again = withVersion(talk, '2', version('b2'));
    expect(seen(again)).toEqual(['1', '2']);
    expect(seen(withTurn(again, turn('4', 'b2', 'd')))).toEqual(['1', '2', '4']);
    expect(seen(withVersionShown(again, '2', 'b'))).toEqual(['1', '2', '3']);
  });

  it('keeps each wording of a message with what followed it', () => {
    const reworded = withTurn(talk, turn('2b', 'a', 'x'));
    expect(seen(reworded)).toEqual(['1', '2b']);
    expect(seen(withTurnShown(reworded, turn('2', 'a', 'b')))).toEqual(['1', '2', '3']);
  });

  it('lets what followed move up when a message is taken away, but not what followed unseen answers', () => {
    const forked = withVersionShown(
      withTurn(withVersion(talk, '2', version('b2')), turn('4', 'b2', 'd')),
      '2',
      'b',
    );
    const without = withoutTurn(forked, forked.turns.find(({ id }) => id === '2') as Turn);
    expect(seen(without)).toEqual(['1', '3']);
    expect(without.turns.map(({ id }) => id)).toEqual(['1', '3']);
    expect(seen(withoutTurn(talk, talk.turns[0] as Turn))).toEqual(['2', '3']);
    expect(seen(withoutTurn(talk, talk.turns[2] as Turn))).toEqual(['1', '2']);
  });

  const without = (id: string, from = talk) =>
    withoutTurn(from, from.turns.find((one) => one.id === id) as Turn);

  it('takes a message back to where it was, with what was written since after it', () => {
    expect(withTurnBack(without('2'), talk, '2')).toEqual(talk);
    expect(seen(withTurnBack(withTurn(without('2'), turn('4', 'c', 'd')), talk, '2'))).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
    expect(seen(withTurnBack(withTurn(without('3'), turn('4', 'b', 'd')), talk, '3'))).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
    const answered = withVersion(without('1'), '3', version('c2'));
    const back = withTurnBack(answered, talk, '1');
    expect(seen(back)).toEqual(['1', '2', '3']);
    expect(back.turns.at(-1)?.versions.map(({ id }) => id)).toEqual(['c', 'c2']);
  });

  it('takes a wording back beside the others, with what followed it, also answers not in sight', () => {
    const reworded = withTurn(withTurn(talk, turn('2b', 'a', 'x')), turn('5', 'x', 'y'));
    expect(seen(withTurnBack(without('2b', reworded), reworded, '2b'))).toEqual(['1', '2b', '5']);
    const since = withTurn(without('2b', reworded), turn('2c', 'a', 'z'));
    const back = withTurnBack(since, reworded, '2b');
    expect(seen(back)).toEqual(['1', '2c']);
    expect(seen(withTurnShown(back, turn('2', 'a')))).toEqual(['1', '2', '3']);
    expect(seen(withTurnShown(back, turn('2b', 'a')))).toContain('2b');
    const forked = withVersionShown(
      withTurn(withVersion(talk, '2', version('b2')), turn('4', 'b2', 'd')),
      '2',
      'b',
    );
    expect(withTurnBack(without('2', forked), forked, '2')).toEqual(forked);
  });

  it('counts every answer, and is called after its first message', () => {
    expect(tokensOf(withVersion(talk, '2', { ...version('b2'), estimated: true }))).toEqual({
      tokens: 40,
      estimated: true,
    });
    expect(talk.title).toBe('سؤال 1');
    expect(titleOf(`${'كلمة '.repeat(30)}\nسطر`)).toMatch(/^(?:كلمة )+كلمة…$/u);
  });
});

describe('what is sent', () => {
  it('leaves out messages without an answer, and the oldest where it grows too long', () => {
    const failed = { ...turn('f', null, 'f'), versions: [version('f', '')] };
    expect(earlierOf([failed, turn('1', null, 'a')])).toEqual([
      { Role: 'user', Content: 'سؤال 1' },
      { Role: 'assistant', Content: 'جواب a' },
    ]);
    const many = Array.from({ length: 150 }, (_, index) => turn(String(index), null, `v${index}`));
    expect(earlierOf(many)).toHaveLength(200);
    expect(earlierLeftOut(many)).toBe(100);
    expect(earlierOf(many).at(-1)?.Content).toBe('جواب v149');
    const long = many.slice(0, 20).map((one) => ({ ...one, message: 'م'.repeat(32_000) }));
    const sent = earlierOf(long);
    expect(new TextEncoder().encode(JSON.stringify(sent)).length).toBeLessThan(800_000);
    expect(sent.length + earlierLeftOut(long)).toBe(40);
  });

  it('names only what is not left to the server', () => {
    const asking = { message: ' أهلًا ', images: [], earlier: [], settings: DEFAULTS };
    expect(requestOf(asking)).toEqual({ Message: 'أهلًا', PromptStyle: 0 });
    const settings = { ...DEFAULTS, Temperature: 0, style: 3 as const };
    expect(requestOf({ ...asking, settings })).toEqual({
      Message: 'أهلًا',
      PromptStyle: 3,
      Config: { Temperature: 0 },
    });
  });
});

describe('what is written out', () => {
  it('is Markdown of what is in sight, and JSON of all', () => {
    const again = withVersion(talk, '3', version('c2', '- **نعم**'));
    const text = writeMarkdown(again, { person: 'السؤال', bot: 'الإجابة' });
    expect(text).toContain('# سؤال 1\n\n**السؤال**\n\nسؤال 1\n\n**الإجابة**\n\nجواب a');
    expect(text).toContain('- **نعم**');
    expect(text).not.toContain('جواب c\n');
    const read = JSON.parse(writeJson(again)) as { conversation: Conversation };
    expect(read.conversation).toEqual(again);
    expect(fileNameOf({ ...talk, title: '../كم: يومًا؟ <a>\u202e' }, 'json')).toBe('كم يومًا؟ a.json');
    expect(fileNameOf({ ...talk, title: '...' }, 'markdown')).toBe('chat.md');
  });
});

describe('what is kept', () => {
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

  it('lets the oldest give way, by number and by size', () => {
    const many = Array.from({ length: BOUNDS.conversations + 2 }, (_, index) => ({
      ...empty,
      id: `${index}`,
    }));
    expect(tooMany(many).map(({ id }) => id)).toEqual(['200', '201']);
    const heavy = withTurn(empty, { ...turn('1', null, 'a'), message: 'م'.repeat(BOUNDS.characters) });
    expect(
      tooMany([
        { ...heavy, id: 'new' },
        { ...talk, id: 'old' },
      ]).map(({ id }) => id),
    ).toEqual(['old']);
    expect(tooMany([heavy])).toEqual([]);
  });

  it('writes an answer under way as stopped, and says when there is no room', async () => {
    const written: Conversation[] = [];
    let full = false;
    const archive: ChatArchive = {
      ...createPassingArchive(),
      lasting: true,
      put: async (_owner, conversation) => {
        if (full) throw new DOMException('full', 'QuotaExceededError');
        written.push(conversation);
      },
    };
    const store = createConversationStore({ owner: 'a', archive });
    const writing = { ...version('a', 'نصف'), standing: 'writing' as const };
    const under = withTurn(empty, { ...turn('1', null), versions: [writing], shown: 'a' });
    store.put(under);
    await settle();
    expect(written[0]?.turns[0]?.versions[0]).toMatchObject({ standing: 'stopped', text: 'نصف' });
    expect(store.find('c')?.turns[0]?.versions[0]?.standing).toBe('writing');
    full = true;
    store.put(under);
    await settle();
    expect(store.state().trouble).toBe('full');
    full = false;
    store.put(under);
    await settle();
    expect(store.state().trouble).toBeUndefined();
  });
});

describe('what is typed and not sent', () => {
  const connections = () => {
    let ids = ['one', 'two'];
    const told = new Set<() => void>();
    return {
      all: () => ids.map((id) => ({ id })),
      subscribe: (listener: () => void) => {
        told.add(listener);
        return () => told.delete(listener);
      },
      forget: (id: string) => {
        ids = ids.filter((one) => one !== id);
        for (const tell of told) tell();
      },
    };
  };

  it('is there after a reload, and gone with its connection', () => {
    sessionStorage.clear();
    const image = { name: 'منتج.png', data: 'data:image/png;base64,AA' };
    const before = connections();
    const drafts = createDrafts(before, sessionStorage);
    drafts.change('one.1.c', (now) => ({ ...now, message: 'مسوّدة', images: [image] }));
    drafts.change('two.1.', (now) => ({ ...now, message: 'أخرى' }));
    expect(drafts.read('one.1.c')).toEqual({ message: 'مسوّدة', images: [image] });
    const after = connections();
    const again = createDrafts(after, sessionStorage);
    expect(again.read('one.1.c')).toEqual({ message: 'مسوّدة', images: [] });
    after.forget('one');
    expect(again.read('one.1.c').message).toBe('');
    expect(again.read('two.1.').message).toBe('أخرى');
    expect(JSON.stringify(sessionStorage)).not.toContain('مسوّدة');
    again.clear('two.1.');
    expect(sessionStorage.length).toBe(0);
    sessionStorage.clear();
  });
});
