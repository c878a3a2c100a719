/** Makes the logo files of the press page: `node scripts/press-kit.ts` writes them into `apps/site/public/press`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright';

import { chromiumPath } from './chromium.ts';

const folder = join(import.meta.dirname, '../apps/site/public/press');
const pngWidthsPx = [1024, 512];

/** `--color-cut` and `--color-ink` of the kit's two themes, in sRGB. */
const grounds = {
  'on-light': { cut: '#ed4230', ink: '#1d1a15' },
  'on-dark': { cut: '#f95d46', ink: '#eef0f3' },
};

/** The mark of `LogoMark` in `packages/ui/src/components/logo/logo.tsx`, in a square of 24. */
const frame = [
  'x="1.9" y="1.9" width="20.2" height="20.2" rx="6.2" fill="none" stroke-width="1.7" stroke-linecap="round"',
  'pathLength="120" stroke-dasharray="3.8 6.2" stroke-dashoffset="-9.8"',
].join(' ');
const island =
  'M7.1 14.9c-1.2-1.6-.5-3.6 1-4.7 1-.7 1.3-1.4 1.9-2.4 1-1.7 3.5-2.1 5.1-.8 1.5 1.2 1.2 2.6 1.9 3.9.7 1.4 1 3-.2 4.6-1.3 1.7-3.4 1.9-5.2 1.7-1.7-.2-3.4-.8-4.5-2.3z';

/**
 * “Isola” in Inter 4.001 Semibold (SIL Open Font License), 18 high, 0.42 em after the mark, with letters 0.02 em
 * closer: the position in which `Logo` sets it next to a mark of 24.
 */
const wordmark = [
  'M35.223 5.452V18.548H32.876V5.452Z',
  'M41.111 18.746Q39.983 18.746 39.111 18.422Q38.239 18.097 37.684 17.474Q37.128 16.852 36.955 15.964L39.094 15.562Q39.293 16.288 39.809 16.643Q40.325 16.997 41.157 16.997Q42.002 16.997 42.497 16.659Q42.992 16.32 42.992 15.825Q42.992 15.397 42.667 15.12Q42.341 14.844 41.665 14.699L39.992 14.338Q38.599 14.037 37.914 13.351Q37.229 12.666 37.229 11.584Q37.229 10.674 37.73 10.004Q38.232 9.334 39.123 8.967Q40.015 8.599 41.19 8.599Q42.305 8.599 43.11 8.915Q43.914 9.23 44.411 9.799Q44.909 10.367 45.103 11.134L43.066 11.531Q42.896 11.02 42.456 10.664Q42.015 10.307 41.221 10.307Q40.494 10.307 40.006 10.625Q39.518 10.942 39.518 11.446Q39.518 11.874 39.839 12.155Q40.161 12.435 40.911 12.599L42.583 12.951Q43.979 13.248 44.657 13.907Q45.335 14.566 45.335 15.605Q45.335 16.536 44.797 17.243Q44.258 17.951 43.306 18.348Q42.354 18.746 41.111 18.746Z',
  'M51.187 18.746Q49.757 18.746 48.701 18.112Q47.646 17.477 47.069 16.336Q46.492 15.195 46.492 13.684Q46.492 12.155 47.069 11.011Q47.646 9.867 48.701 9.233Q49.757 8.599 51.187 8.599Q52.624 8.599 53.679 9.233Q54.734 9.867 55.311 11.011Q55.887 12.155 55.887 13.684Q55.887 15.195 55.311 16.336Q54.734 17.477 53.679 18.112Q52.624 18.746 51.187 18.746ZM51.187 16.891Q51.988 16.891 52.517 16.461Q53.046 16.03 53.306 15.301Q53.566 14.571 53.566 13.677Q53.566 12.774 53.306 12.044Q53.046 11.314 52.517 10.884Q51.988 10.453 51.187 10.453Q50.39 10.453 49.864 10.884Q49.339 11.314 49.079 12.041Q48.819 12.769 48.819 13.677Q48.819 14.571 49.079 15.301Q49.339 16.03 49.864 16.461Q50.39 16.891 51.187 16.891Z',
  'M59.807 5.452V18.548H57.523V5.452Z',
  'M64.621 18.751Q63.686 18.751 62.939 18.414Q62.191 18.076 61.759 17.415Q61.326 16.755 61.326 15.785Q61.326 14.953 61.638 14.41Q61.95 13.867 62.485 13.542Q63.019 13.216 63.688 13.05Q64.357 12.883 65.071 12.808Q65.931 12.712 66.464 12.641Q66.997 12.57 67.249 12.413Q67.501 12.256 67.501 11.924V11.877Q67.501 11.392 67.306 11.056Q67.111 10.72 66.73 10.54Q66.349 10.361 65.786 10.361Q65.216 10.361 64.797 10.536Q64.379 10.712 64.114 10.992Q63.85 11.273 63.726 11.6L61.608 11.165Q61.9 10.294 62.507 9.727Q63.114 9.16 63.955 8.879Q64.797 8.599 65.777 8.599Q66.469 8.599 67.176 8.763Q67.884 8.928 68.475 9.311Q69.065 9.694 69.426 10.346Q69.786 10.998 69.786 11.979V18.548H67.6V17.193H67.508Q67.293 17.612 66.907 17.967Q66.52 18.322 65.953 18.537Q65.387 18.751 64.621 18.751ZM65.207 17.053Q65.915 17.053 66.431 16.774Q66.948 16.494 67.231 16.03Q67.514 15.566 67.514 15.022V13.859Q67.401 13.952 67.136 14.03Q66.871 14.108 66.539 14.168Q66.207 14.229 65.889 14.273Q65.571 14.316 65.348 14.346Q64.834 14.413 64.423 14.575Q64.012 14.737 63.776 15.022Q63.541 15.307 63.541 15.759Q63.541 16.184 63.757 16.471Q63.973 16.758 64.348 16.906Q64.723 17.053 65.207 17.053Z',
].join('');

const logos = {
  mark: { width: 24, height: 24, ink: island },
  logo: { width: 71, height: 24, ink: island + wordmark },
};

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const [logo, { width, height, ink }] of Object.entries(logos)) {
  for (const [ground, colours] of Object.entries(grounds)) {
    const name = `isola-${logo}-${ground}`;
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Isola">`,
      `  <rect ${frame} stroke="${colours.cut}"/>`,
      `  <path d="${ink}" fill="${colours.ink}"/>`,
      '</svg>\n',
    ].join('\n');
    writeFileSync(join(folder, `${name}.svg`), svg);
    for (const widthPx of pngWidthsPx) {
      const heightPx = Math.round((widthPx * height) / width);
      await page.setViewportSize({ width: widthPx, height: heightPx });
      await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
      await page.screenshot({ path: join(folder, `${name}-${widthPx}.png`), omitBackground: true });
    }
  }
}
await browser.close();
