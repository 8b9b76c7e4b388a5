/** One message of the conversation that a bot remembers for a key. */
export interface ContextItem {
  role: 'user' | 'assistant';
  content: string;
}
