import { createSegmenter } from '@isola/segmenter';

const segmenter = createSegmenter({ manifestUrl: '/models/manifest.json' });
document.querySelector('input').addEventListener('change', async ({ target }) => {
  const { png, run } = await segmenter.segment(target.files[0]);
  document.querySelector('img').src = URL.createObjectURL(png);
  console.log(run);
});
