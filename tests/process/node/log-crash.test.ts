import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each(['throw', 'void Promise.reject'])(
  'what nobody caught (%s) is one line without its message, and the end',
  (how) => {
    const script = `
    import { logCrashes } from '#gateway/node/processes/log-crash.ts';
    import { createLog } from '#gateway/node/server/logging.ts';
    const log = createLog('info');
    logCrashes((facts, done) => { log.error('crashed', facts); done(); });
    setTimeout(() => { ${how} (new RangeError('سؤال أحدهم')); }, 1);
    setTimeout(() => console.log('went on'), 1000);`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(JSON.parse(stderr)).toMatchObject({
      level: 50,
      msg: 'crashed',
      error: 'RangeError',
      at: expect.any(Array),
    });
    expect(stderr).not.toContain('سؤال');
  },
);
