import { passagePath } from '#src/ui/answer/passage-path.ts';
import { fileNameOf } from '#src/ui/answer/passage-unit.ts';
import { usedPassages } from '#src/ui/answer/used-passages.ts';
import { type Conversation, type Turn, visibleTurns, visibleVersion } from './conversation.ts';

export const EXPORT_FORMATS = ['markdown', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Who speaks, in the page's language. */
type SpeakerNames = { person: string; bot: string };

/** A line for each passage that an answer names, by its section or file. */
function sourcesOf(turn: Turn): string[] {
  const { run } = visibleVersion(turn) ?? {};
  const { documents = [] } = run ?? {};
  return [...(run === undefined ? [] : usedPassages(run).keys())].flatMap((index) => {
    const document = documents[index];
    if (document === undefined) return [];
    const path = passagePath(document, undefined, documents);
    return `- [${index + 1}] ${path.join(' › ') || fileNameOf(document.metadata.file_id)}`;
  });
}

function turnToMarkdown(turn: Turn, { person, bot }: SpeakerNames): string {
  const images = turn.images.map(({ name }) => `[${name.replaceAll(/[[\]\n]/gu, ' ')}]`).join(' ');
  const question = [turn.message, images].filter((part) => part !== '').join('\n\n');
  const answer = [visibleVersion(turn)?.text ?? '', sourcesOf(turn).join('\n')].filter(Boolean).join('\n\n');
  return `**${person}**\n\n${question}\n\n**${bot}**\n\n${answer}`;
}

/** The visible turns of a conversation, as Markdown. */
export function conversationToMarkdown(conversation: Conversation, speakerNames: SpeakerNames): string {
  const parts = visibleTurns(conversation).map((turn) => turnToMarkdown(turn, speakerNames));
  return `# ${conversation.title}\n\n${parts.join('\n\n---\n\n')}\n`;
}

/** The whole conversation with every wording and every answer, as this browser keeps it. */
export function conversationToJson(conversation: Conversation): string {
  return `${JSON.stringify({ format: 'fihrist-chat', version: 1, conversation }, null, 2)}\n`;
}

/** A file name from the title, without what file systems refuse. */
export function exportFileName({ title }: Conversation, format: ExportFormat): string {
  const safeTitle = title
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*…]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^[.\s]+/u, '');
  return `${safeTitle || 'chat'}.${format === 'json' ? 'json' : 'md'}`;
}
