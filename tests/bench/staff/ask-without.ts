/** Asks the questions of a staff set in a process of its own, one part of the pipeline left out. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AskedQuestion } from './ask-guides.ts';
import { PIPELINE_PARTS, type PipelinePart } from './parts.ts';
import { loadStaffSet } from './question-set.ts';
import { replaceModules } from './replace-modules.ts';

/** What a process is started with: the name of the part if there is one, and the folder of the set if it is not the shared one. */
interface Task {
  part?: string;
  data?: string;
}

/** `part` undefined: nothing is left out. */
export async function askWithout(
  part: PipelinePart | undefined,
  data: string | undefined,
): Promise<AskedQuestion[]> {
  const task: Task = { ...(part && { part: part.name }), ...(data !== undefined && { data }) };
  const child = fork(import.meta.filename, [JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk) => (errors += String(chunk)));
  let askedQuestions: AskedQuestion[] | undefined;
  child.on('message', (message) => (askedQuestions = message as AskedQuestion[]));
  await once(child, 'close');
  if (!askedQuestions) throw new Error(`without ${part?.name ?? 'nothing'}: ${errors.trim().slice(-600)}`);
  return askedQuestions;
}

if (import.meta.main && process.send) {
  const { part, data } = JSON.parse(process.argv[2] ?? '') as Task;
  const pipelinePart = PIPELINE_PARTS.find(({ name }) => name === part);
  if (part !== undefined && !pipelinePart) throw new Error(`no part is called ${part}`);
  const checkReplaced = replaceModules(pipelinePart?.replacements ?? []);
  const { askGuides } = await import('./ask-guides.ts');
  const askedQuestions = await askGuides(loadStaffSet(data));
  checkReplaced();
  process.send(askedQuestions, () => process.disconnect());
}
