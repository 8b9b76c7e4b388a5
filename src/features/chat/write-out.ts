import type { Conversation, Turn } from './conversation.ts';
import { pathOf, shownVersion } from './conversation.ts';

export const EXPORT_FORMATS = ['markdown', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Who speaks, in the page's language. */
export type Speakers = { person: string; bot: string };

function partOf(turn: Turn, { person, bot }: Speakers): string {
  const images = turn.images.map(({ name }) => `[${name.replaceAll(/[[\]\n]/gu, ' ')}]`).join(' ');
  const question = [turn.message, images].filter((one) => one !== '').join('\n\n');
  return `**${person}**\n\n${question}\n\n**${bot}**\n\n${shownVersion(turn)?.text ?? ''}`;
}

/** What is in sight of a conversation, as Markdown. */
export function writeMarkdown(conversation: Conversation, speakers: Speakers): string {
  const parts = pathOf(conversation).map((turn) => partOf(turn, speakers));
  return `# ${conversation.title}\n\n${parts.join('\n\n---\n\n')}\n`;
}

/** The whole conversation with every wording and every answer, as this browser keeps it. */
export function writeJson(conversation: Conversation): string {
  return `${JSON.stringify({ format: 'fihrist-chat', version: 1, conversation }, null, 2)}\n`;
}

/** A file name of the title: what no file system takes is left out. */
export function fileNameOf({ title }: Conversation, format: ExportFormat): string {
  const plain = title
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*…]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^[.\s]+/u, '');
  return `${plain || 'chat'}.${format === 'json' ? 'json' : 'md'}`;
}
