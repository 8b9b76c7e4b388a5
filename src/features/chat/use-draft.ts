import { useState, useSyncExternalStore } from 'react';
import { useConnections } from '#src/api/connections-context.tsx';
import { useConnection } from '#src/api/gateway-context.tsx';
import { draftsOf, placeOf } from './draft-store.ts';
import type { ImageProblem } from './read-images.ts';
import { fitImages, readImages } from './read-images.ts';

/** What is typed and not yet sent, by conversation: going to another one or another page and back loses none of it. */
export function useDraft(id: string | undefined) {
  const drafts = draftsOf(useConnections());
  const place = placeOf(useConnection(), id);
  const written = useSyncExternalStore(drafts.subscribe, () => drafts.read(place));
  const [problems, setProblems] = useState<readonly ImageProblem[]>([]);
  return {
    ...written,
    problems,
    type: (message: string) => drafts.change(place, (now) => ({ ...now, message })),
    addFiles: async (files: readonly File[]) => {
      if (files.length === 0) return;
      setProblems([]);
      const age = drafts.age(place);
      const read = await readImages(files);
      // Others may have been added meanwhile, or the message sent.
      if (drafts.age(place) !== age) return;
      const added = fitImages(drafts.read(place).images, read);
      drafts.change(place, (now) => ({ ...now, images: added.images }));
      setProblems((all) => [...all, ...added.problems]);
    },
    removeImage: (index: number) =>
      drafts.change(place, (now) => ({ ...now, images: now.images.filter((_, at) => at !== index) })),
    forgetProblems: () => setProblems([]),
    clear: () => {
      drafts.clear(place);
      setProblems([]);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
