import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createProject } from './create-project.ts';

let folder = '';
let assets = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-isola-'));
  assets = join(folder, 'assets');
  write('assets/vite/package.json', JSON.stringify({ name: 'template', private: true }));
  write('assets/plain/index.html', '<!doctype html>');
  write('package/isola-models.js', '');
  execFileSync('tar', ['-czf', join(assets, 'isola-segmenter-1.2.3.tgz'), 'package'], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
}

test('a project with a bundler contains the tarball, is named after its folder and ignores what is made', () => {
  const project = join(folder, 'My Shop!');
  const { nextSteps } = createProject(project, { template: 'vite', assets });
  expect(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))).toEqual({ name: 'my-shop', private: true });
  expect(existsSync(join(project, 'isola-segmenter-1.2.3.tgz'))).toBe(true);
  expect(readFileSync(join(project, '.gitignore'), 'utf8').split('\n')).toContain('public/models');
  expect(nextSteps.slice(1)).toEqual(['npm install', 'npx isola-models public/models', 'npm run dev']);
});

test('a plain project contains the files of the segmenter', () => {
  const project = join(folder, 'page');
  createProject(project, { template: 'plain', assets });
  expect(readdirSync(join(project, 'segmenter'))).toEqual(['isola-models.js']);
  expect(existsSync(join(project, 'index.html'))).toBe(true);
});

test('a folder with files is left alone', () => {
  write('taken/notes.txt', 'mine');
  expect(() => createProject(join(folder, 'taken'), { template: 'vite', assets })).toThrow('taken is not empty');
  expect(readdirSync(join(folder, 'taken'))).toEqual(['notes.txt']);
});
