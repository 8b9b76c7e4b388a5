import type { GatewayClient } from '#src/api/gateway-client.ts';
import type { FileItem, Item, Upload } from './intake-types.ts';

const AT_A_TIME = 3;

type QueueParts = {
  send: GatewayClient['upload'];
  items: () => readonly Item[];
  change: (key: string, upload: Upload) => void;
};

/** Sends waiting files, three at a time, in their order. */
export function createUploadQueue({ send, items, change }: QueueParts) {
  const running = new Map<string, AbortController>();

  const start = async (item: FileItem, file: File) => {
    const controller = new AbortController();
    running.set(item.key, controller);
    // A stopped upload may still report; its row has moved on.
    const current = () => running.get(item.key) === controller;
    change(item.key, { step: 'uploading', sent: 0, total: file.size, secondsLeft: undefined });
    try {
      const result = await send(file, {
        signal: controller.signal,
        idempotencyKey: item.uploadKey,
        onProgress: ({ sent, total, secondsLeft }) => {
          if (current()) change(item.key, { step: 'uploading', sent, total, secondsLeft });
        },
      });
      if (current()) change(item.key, { step: 'stored', result });
    } catch (error) {
      if (current()) change(item.key, { step: 'failed', error });
    } finally {
      if (current()) running.delete(item.key);
      pump();
    }
  };

  const pump = () => {
    for (const item of items()) {
      if (running.size >= AT_A_TIME) return;
      if (item.kind === 'file' && item.upload.step === 'waiting' && item.file) void start(item, item.file);
    }
  };

  return {
    pump,
    stop: (key: string) => {
      const controller = running.get(key);
      running.delete(key);
      controller?.abort();
    },
  };
}
