/** Rows of contexts. */
export interface AnswersTables {
  context_item: {
    bot_id: number;
    key_id: string;
    position: number;
    role: 'user' | 'assistant';
    content: string;
    added_on: number;
  };
}
