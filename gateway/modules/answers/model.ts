export interface ContextItem {
  role: 'user' | 'assistant';
  content: string;
}
