import { createSegmenter } from '@isola/segmenter';

const segmenter = createSegmenter({ manifestUrl: '/models/manifest.json' });
document.querySelector('input').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  const { png, cutout, run } = await segmenter.segment(file);
  cutout.close();
  const image = document.querySelector('img');
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(png);
  console.log(run);
});
