// The query names the origin of the package and of the models.
const cdn = new URLSearchParams(location.search).get('cdn');
const { createSegmenter } = await import(`${cdn}segmenter/index.js`);

const segmenter = createSegmenter({ manifestUrl: `${cdn}models/manifest.json` });
const input = Object.assign(document.createElement('input'), { type: 'file' });
input.addEventListener('change', async () => {
  const [file] = input.files;
  const { png, run } = await segmenter.segment(file, { outputs: ['png'] });
  document.querySelector('img').src = URL.createObjectURL(png);
  console.log(run);
});
document.body.append(input);
