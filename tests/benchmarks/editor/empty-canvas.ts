import type { Page } from 'playwright';

/**
 * Covers the editor's canvas with an empty one of the same size, which is cleared for each frame in which the mouse has
 * moved. It shows what any page needs for that. It also receives the pointer events, so that nothing under it moves.
 */
export async function layEmptyCanvas(page: Page): Promise<void> {
  await page.evaluate(lay);
}

export async function takeEmptyCanvas(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('[data-bench=empty]')?.remove());
}

function lay(): void {
  const beneath = document.querySelector<HTMLCanvasElement>('[data-slot=stage] canvas');
  if (!beneath) throw new Error('no canvas is visible');
  const { left, top, width, height } = beneath.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = beneath.width;
  canvas.height = beneath.height;
  canvas.dataset['bench'] = 'empty';
  const box = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
  Object.assign(canvas.style, { position: 'fixed', zIndex: '1000', background: 'white', ...box });
  const context = canvas.getContext('2d');
  let frame = 0;
  canvas.addEventListener('pointermove', () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      context?.clearRect(0, 0, canvas.width, canvas.height);
    });
  });
  document.body.append(canvas);
}
