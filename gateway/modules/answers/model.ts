/** One message of the context that a bot and key share. */
export interface ContextItem {
  role: 'user' | 'assistant';
  content: string;
}
