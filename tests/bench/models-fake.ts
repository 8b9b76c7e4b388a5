/** The model server of the bench, in a process of its own: `fork` it; it tells its address and does as it is told. */
import { type Behaviour, startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { FIRST_PIECE } from './models-calls.ts';

export interface FakeOrder {
  pieces: number;
  manner: Behaviour;
}

const fake = await startFakeModelServer();

process.on('message', ({ pieces, manner }: FakeOrder) => {
  const words = [
    FIRST_PIECE,
    ...Array.from({ length: pieces - 1 }, (_, index) => (index % 2 ? ' رسوم' : ' التوصيل')),
  ];
  fake.script({ answer: () => ({ pieces: words }) });
  fake.always(manner);
  // What was asked is of no use here, and is not to fill the memory.
  fake.asked.length = 0;
  process.send?.('ready');
});
process.send?.(fake.url);
