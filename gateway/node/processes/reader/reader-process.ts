import { hash } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BlockBatch, ReadFailure } from '#gateway/engine/document.ts';
import type { Recogniser } from '#gateway/engine/reading/ocr/recogniser.ts';
import { eachBatch, readInBatches } from '#gateway/engine/reading/read-in-batches.ts';
import { createRenderer } from '#gateway/engine/rendering.ts';
import { denyNetwork } from './deny-network.ts';
import type { ReaderBatch, ReaderJob, ReaderProgress, ReaderReply, ReaderText } from './reader-protocol.ts';
import { REPLY_DESCRIPTOR } from './reader-protocol.ts';

/** Reads one document from standard input, answers on its own descriptor, and ends. */
async function main(): Promise<void> {
  denyNetwork();
  const { job, bytes } = await receive();
  try {
    if (job.sha256 !== undefined && hash('sha256', bytes) !== job.sha256)
      throw new ReadFailure('file-changed');
    if (job.format === 'pdf') await startPdfium();
    const tools = job.ocr ? { startRecogniser: startLate, onPicture } : {};
    const batches = readInBatches(bytes, job.format, job.hint, tools);
    const renderer = job.renderAs && createRenderer(job.renderAs);
    const facts = await eachBatch(batches, renderer ? (batch) => sendText(renderer.add(batch)) : sendBatch);
    if (renderer) sendText(renderer.end());
    answer({}, JSON.stringify(facts));
  } catch (error) {
    const { code, parameters } = error instanceof ReadFailure ? error : new ReadFailure('reader-crashed');
    answer({ failure: { code, parameters } }, '');
  }
}

/** One buffer of the announced size is filled as bytes come: joining chunks would hold a document twice. */
async function receive(): Promise<{ job: ReaderJob; bytes: Uint8Array }> {
  let head = Buffer.alloc(0);
  let job: ReaderJob | undefined;
  let bytes = new Uint8Array(0);
  let filled = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    let rest: Buffer = chunk;
    if (!job) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf(10);
      if (end < 0) continue;
      job = JSON.parse(head.toString('utf8', 0, end)) as ReaderJob;
      bytes = new Uint8Array(job.size);
      rest = head.subarray(end + 1);
    }
    bytes.set(rest.subarray(0, bytes.length - filled), filled);
    filled += rest.length;
  }
  // The parent ended before it sent the whole document.
  if (!job || filled < job.size) process.exit(0);
  return { job, bytes };
}

async function startPdfium(): Promise<void> {
  const { loadPdfium } = await import('#gateway/engine/reading/pdf/pdfium.ts');
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  await loadPdfium(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
}

async function startLate(): Promise<Recogniser> {
  const { startRecogniser } = await import('./start-recogniser.ts');
  return startRecogniser();
}

function onPicture(number: number, of: number): void {
  const progress: ReaderProgress = { picture: { at: number, of } };
  send(`${JSON.stringify(progress)}\n`);
}

function sendBatch(batch: BlockBatch): void {
  const line: ReaderBatch = { batch };
  send(`${JSON.stringify(line)}\n`);
}

function sendText(text: string): void {
  if (text === '') return;
  const line: ReaderText = { text };
  send(`${JSON.stringify(line)}\n`);
}

function answer(reply: ReaderReply, payload: string): never {
  send(`${JSON.stringify(reply)}\n${payload}`);
  process.exit(0);
}

function send(text: string): void {
  const bytes = Buffer.from(text);
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(REPLY_DESCRIPTOR, bytes, sent);
}

await main();
