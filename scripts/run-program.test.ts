import { spawnSync } from 'node:child_process';

import { expect, test } from 'vitest';

/** Runs scripts for Node with `runEach`, in a separate process. */
function runScripts(...scripts: readonly string[]) {
  const script = `
    const { runEach } = await import(${JSON.stringify(import.meta.resolve('./run-program.ts'))});
    const each = runEach();
    for (const script of ${JSON.stringify(scripts)}) await each.run('node', ['--eval', script]);
    each.end();
    console.log('passed');`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
}

test('the programs after a failed one still run, and the failed ones are named at the end', { tags: ['long'] }, () => {
  const { status, stdout, stderr } = runScripts('process.exit(3)', `console.log('second')`, 'process.exit(1)');
  expect(stdout).toBe('second\n');
  expect(stderr).toBe('\nFailed:\n  node --eval process.exit(3)\n  node --eval process.exit(1)\n');
  expect(status).toBe(1);
});

test('nothing is reported when every program passed', { tags: ['long'] }, () => {
  const { status, stdout, stderr } = runScripts('0', `console.log('second')`);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'second\npassed\n', stderr: '' });
});
