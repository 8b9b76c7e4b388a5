import { formOf } from '#gateway/search/meaning/forms.ts';
import { findServer, type ResolverPorts } from '#gateway/services/models/resolve-server.ts';
import { mostOf } from './charged-embed.ts';

/** Characters that a question may grow by when earlier ones are needed to understand it. */
const GROWTH = 500;

/** Tokens, the most that the vector of a question costs; 0 without an embeddings server. */
export async function mostOfMeaning(
  ports: ResolverPorts,
  { botId, question, updateContext }: { botId: number; question: string; updateContext: boolean },
): Promise<number> {
  const server = await findServer(ports, botId, 'embeddings');
  if (!server) return 0;
  const form = formOf(server.model);
  return mostOf([form.question(question), ...(updateContext ? ['ا'.repeat(GROWTH)] : [])]);
}
