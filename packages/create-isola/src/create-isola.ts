#!/usr/bin/env node
/** The command `create-isola`, which `npm create isola` runs. */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { createProject, isTemplateName, type TemplateName, templates } from './create-project.ts';

const names = Object.keys(templates).join(', ');
const usage = `usage: create-isola <folder> --template <name>

Creates a project that removes the background of images with @isola/segmenter. In a terminal, the command asks for
what is not given.

${Object.entries(templates)
  .map(([name, description]) => `  ${name.padEnd(8)} ${description}`)
  .join('\n')}`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { template: { type: 'string', short: 't' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) console.log(usage);
  else {
    if (positionals.length > 1) throw new Error(usage);
    const folder = positionals[0] ?? (await ask('Folder', 'isola-app'));
    const template = checkTemplate(values.template ?? (await ask(`Template (${names})`, 'vite')));
    const { nextSteps } = createProject(folder, { template });
    console.log(`Created ${folder}. Next:\n\n${nextSteps.map((step) => `  ${step}`).join('\n')}\n`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @throws the usage when there is no terminal to ask in. */
async function ask(question: string, usual: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new Error(usage);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = (await terminal.question(`${question} [${usual}]: `)).trim();
  terminal.close();
  return answer === '' ? usual : answer;
}

function checkTemplate(name: string): TemplateName {
  if (!isTemplateName(name)) throw new Error(`There is no template ${name}: there are ${names}.`);
  return name;
}
