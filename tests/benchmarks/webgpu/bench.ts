/**
 * Compares the real network on the graphics card with our engine on the processor, with the same image at the same
 * size: `npm run bench -- webgpu --help`.
 *
 * It only measures: it fails only when there is no adapter.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { Option } from '@commander-js/extra-typings';
import { serveStatic } from '@hono/node-server/serve-static';
import { chromium } from 'playwright';

import { securityHeaders } from '../../../apps/server/src/security-headers.ts';
import { buildEngine } from '../../../scripts/build.ts';
import { chromiumPath, ensureChromium } from '../../../scripts/chromium.ts';
import { createCommand, newFile, wholeNumber } from '../../../scripts/command.ts';
import { servePage } from '../../../scripts/serve-page.ts';
import { describeMachine, machineLine } from '../arena/machine.ts';
import { summaryOf } from '../segmenter/statistics.ts';

const adapter = new Option('--adapter <kind>', 'graphics card or its emulation on the processor');
const values = createCommand('npm run bench -- webgpu', 'Measures the network on the graphics card.')
  .option('--side <px>', 'side of the square input', wholeNumber(1), 1024)
  .option('--runs <count>', 'runs of each', wholeNumber(1), 5)
  .addOption(adapter.choices(['real', 'software']).default('real'))
  .option('--json <file>', 'also write the report into a file', newFile)
  .parse()
  .opts();
const { side: sidePx, runs } = values;
await ensureChromium();
await buildEngine();
const adapterFlags =
  values.adapter === 'software' ? ['--use-webgpu-adapter=swiftshader'] : ['--enable-features=Vulkan'];
const runtime = join(import.meta.dirname, '../../../packages/segmenter/node_modules/onnxruntime-web/dist');
const policy = securityHeaders()['content-security-policy'] ?? '';

const server = await servePage(join(import.meta.dirname, 'webgpu-page'), (app) => {
  // The policy is as strict as the site's, because the runtime must work with it.
  app.use(async (context, next) => {
    await next();
    context.header('content-security-policy', policy);
  });
  app.use('/onnxruntime/:file', serveStatic({ root: runtime, rewriteRequestPath: (path) => basename(path) }));
});
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--enable-unsafe-webgpu', ...adapterFlags],
});
const machine = describeMachine(browser.version());
try {
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.waitForFunction(() => 'measureGpu' in window);
  const measured = await page.evaluate(
    ([side, count]) => window.measureGpu({ size: { heightPx: side, widthPx: side }, runs: count }),
    [sidePx, runs] as const,
  );
  const { adapter, threads, cpuMs, gpuMs, gpuStartMs, gpuFirstMs, ...agreement } = measured;
  console.log(machineLine(machine));
  console.log(`${adapter}; the engine on ${threads} threads; ${sidePx} × ${sidePx} px`);
  console.table({
    processor: { firstMs: '', medianMs: rounded(summaryOf(cpuMs).median) },
    'graphics card': { firstMs: rounded(gpuFirstMs), medianMs: rounded(summaryOf(gpuMs).median) },
  });
  console.log(
    `graphics card ÷ processor: ${(summaryOf(gpuMs).median / summaryOf(cpuMs).median).toFixed(3)}; ready in ${rounded(gpuStartMs)} ms`,
  );
  console.log(
    `IoU ${agreement.intersectionOverUnion.toFixed(5)}, greatest difference ${agreement.greatestDifference.toExponential(1)}, ` +
      `subject ${(agreement.subjectShare * 100).toFixed(1)} %`,
  );
  if (values.json) {
    mkdirSync(dirname(resolve(values.json)), { recursive: true });
    writeFileSync(values.json, `${JSON.stringify({ machine, sidePx, ...measured }, null, 2)}\n`);
  }
} finally {
  await browser.close();
  await server.close();
}

function rounded(ms: number): number {
  return Math.round(ms);
}
