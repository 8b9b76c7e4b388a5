import type { ContextItem } from '#gateway/modules/answers/model.ts';

/** The conversation that `UpdateGlobal` reads and extends, per bot and key: the newest 20 messages of 24 hours. */
export interface ContextStore {
  read(botId: number, keyId: string, since: Date): Promise<ContextItem[]>;
  append(botId: number, keyId: string, items: ContextItem[], on: Date): Promise<void>;
  clear(botId: number, keyId: string): Promise<void>;
  /** Deletes messages added before this moment; returns their number. */
  expire(before: Date): Promise<number>;
}
