import imglyRemoveBackground, { preload } from '@isola/segmenter/compat';
import '@isola/segmenter/element';
import { cutOutAnimation } from '@isola/segmenter/frames';
import { useCutout } from '@isola/segmenter/react';
import { combineShots } from '@isola/segmenter/two-shots';
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

// The following two calls are those of the README of @imgly/background-removal, with another import.
const config = { progress: (key, current, total) => console.debug(`Downloading ${key}: ${current} of ${total}`) };
preload(config).then(() => console.debug('Asset preloading succeeded'));

function removeBackground(image_src) {
  imglyRemoveBackground(image_src).then((blob) => {
    const url = URL.createObjectURL(blob);
    document.querySelector('#compat').src = url;
  });
}

/** Cuts out an animation of one frame: a still PNG counts as one. */
async function cutOutFrames(file) {
  const bitmap = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('bitmaprenderer').transferFromImageBitmap(bitmap);
  const animation = await cutOutAnimation(await canvas.convertToBlob());
  document.querySelector('#frames').src = URL.createObjectURL(animation.file);
}

/** Draws a grey glass disc in front of a background, as a photograph would show it. */
function glassOn(background, glass) {
  const canvas = new OffscreenCanvas(200, 160);
  const context = canvas.getContext('2d');
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = glass;
  context.arc(100, 80, 50, 0, 2 * Math.PI);
  context.fill();
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { pixels: data, widthPx: canvas.width, heightPx: canvas.height };
}

const { pixels } = combineShots(glassOn('#000', '#5c5c5c'), glassOn('#fff', '#c7c7c7'));
document.querySelector('#shots').value = pixels[(80 * 200 + 100) * 4 + 3];

function CutOut() {
  const [file, setFile] = useState();
  const cutout = useCutout(file);
  function choose({ target }) {
    setFile(target.files[0]);
    removeBackground(target.files[0]);
    document.querySelector('#element').source = target.files[0];
    cutOutFrames(target.files[0]);
  }
  return [
    createElement('input', { key: 'input', type: 'file', onChange: choose }),
    cutout.status === 'done' && createElement('img', { key: 'image', id: 'hook', src: cutout.url, alt: '' }),
  ];
}

document.querySelector('#element').addEventListener('isola-cutout', ({ target }) => target.classList.add('done'));
createRoot(document.querySelector('#root')).render(createElement(CutOut));
