import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { getRequestListener } from '@hono/node-server';
import { test } from '@playwright/test';

import { createApp } from '../../apps/server/src/create-app.ts';
import { publish } from '../../apps/site/build/publish.ts';
import { siteFolder } from '../../scripts/site-folder.ts';

export interface FirstRelease {
  /** Script of the service worker, instead of the built one. */
  readonly serviceWorker?: string;
}

export interface NextRelease {
  /** False for a host that serves nothing but the files of the newest release. Default: true. */
  readonly keepsEarlierFiles?: boolean;
}

/** The built site on an origin of its own, into which newer releases are published as a deployment publishes them. */
export interface ReleasedSite {
  readonly origin: string;
  /**
   * Publishes a release in which every script, style and text has another name, so that it has no file in common with
   * the release before, except images, WebAssembly and models. Its pages have a `meta` element with its name.
   */
  readonly publishNext: (release?: NextRelease) => void;
  /** Closes the connections of requests whose path begins with one of these. Without any, all are answered again. */
  readonly breakConnections: (...starts: string[]) => void;
  /** Paths of the requests that have arrived since the last call of `forget`. */
  readonly arrived: () => readonly string[];
  readonly forget: () => void;
  readonly close: () => void;
}

/** Name of the release that `publishNext` publishes. */
export const nextRelease = 'next';

/** Serves the built site from a folder of links to its files. The models come from the built site itself. */
export async function releaseSite({ serviceWorker }: FirstRelease = {}): Promise<ReleasedSite> {
  const { outputDir } = test.info().project;
  mkdirSync(outputDir, { recursive: true });
  const folder = mkdtempSync(join(outputDir, 'releases-'));
  const served = join(folder, 'served');
  linkTree(siteFolder, served);
  if (serviceWorker !== undefined) replaceFile(served, 'service-worker.js', serviceWorker);

  const models = createApp(siteFolder);
  let site = createApp(served);
  let broken: readonly string[] = [];
  const arrived: string[] = [];
  const answer = getRequestListener((request) => {
    const { pathname } = new URL(request.url);
    return pathname.startsWith('/models/') ? models.fetch(request) : site.fetch(request);
  });
  const server = createServer((request, response) => {
    const { url = '' } = request;
    arrived.push(url);
    if (broken.some((start) => url.startsWith(start))) request.destroy();
    else void answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publishNext({ keepsEarlierFiles = true } = {}) {
      const next = join(folder, 'next');
      linkTree(siteFolder, next);
      renameAll(next);
      publish(next, served);
      if (!keepsEarlierFiles) rmSync(join(served, 'earlier'), { recursive: true });
      site = createApp(served);
    },
    breakConnections(...starts) {
      broken = starts;
    },
    arrived: () => [...arrived],
    forget: () => arrived.splice(0),
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Makes a folder of links to the files of the site, except the models. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isFile()) linkSync(source, target);
    else if (!['models', 'earlier'].includes(entry.name)) linkTree(source, target);
  }
}

/** Gives all scripts, styles and texts of a release other names, everywhere they are mentioned. */
function renameAll(folder: string): void {
  const assets = join(folder, 'assets');
  const names = new Map<string, string>();
  for (const name of readdirSync(assets)) {
    const [, start, hash, end] = /^(.+-)([\w-]{8})(\.(?:js|css))$/.exec(name) ?? [];
    if (hash !== undefined) names.set(name, `${start}${hash}${nextRelease}${end}`);
  }
  const [texts = ''] = readdirSync(join(folder, 'words'));
  const renamed = (content: string) =>
    content
      .replaceAll(/[\w$-]+(?:\.[\w$-]+)*\.(?:js|css)\b/g, (name) => names.get(name) ?? name)
      .replaceAll(texts, `${texts}${nextRelease}`);

  for (const [before, after] of names) {
    const content = readFileSync(join(assets, before), 'utf8');
    for (const ending of ['', '.br', '.gz']) rmSync(join(assets, before + ending), { force: true });
    writeFileSync(join(assets, after), renamed(content));
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.html'),
  )) {
    const marked = readFileSync(join(folder, name), 'utf8').replace(
      '</head>',
      `<meta name="release" content="${nextRelease}" /></head>`,
    );
    replaceFile(folder, name, renamed(marked));
  }
  const worker = readFileSync(join(folder, 'service-worker.js'), 'utf8');
  const [, version = ''] = /version:.([\w-]{12})/.exec(worker) ?? [];
  if (version === '' || texts === '') throw new Error('the built site has no version of its files or texts');
  replaceFile(folder, 'service-worker.js', renamed(worker).replaceAll(version, `${version}${nextRelease}`));
  const words = join(folder, 'words');
  linkTree(join(words, texts), join(words, texts + nextRelease));
  rmSync(join(words, texts), { recursive: true });
}

/** Writes a file in place of a link, so that the linked file is not changed, and removes its compressed copies. */
function replaceFile(folder: string, name: string, content: string): void {
  for (const ending of ['', '.br', '.gz']) rmSync(join(folder, name + ending), { force: true });
  writeFileSync(join(folder, name), content);
}
