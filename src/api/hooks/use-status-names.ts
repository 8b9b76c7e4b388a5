import type { StatusWord } from '#contract/source-status.ts';
import { useConnection } from './gateway-context.tsx';
import { useConnections } from './use-connections.tsx';

/** The words that a person gave to status numbers of this connection's gateway, by number as text. */
export function useStatusNames() {
  const connection = useConnection();
  const connections = useConnections();
  const names = connection.statusNames ?? {};
  return {
    names,
    /** Without a word the number is nameless again. */
    setName: (number: number, word: StatusWord | undefined) => {
      const { [String(number)]: _, ...others } = names;
      const statusNames = word === undefined ? others : { ...others, [String(number)]: word };
      connections.update(connection.id, { statusNames });
    },
  };
}
