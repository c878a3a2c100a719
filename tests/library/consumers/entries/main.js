import imglyRemoveBackground, { preload } from '@isola/segmenter/compat';
import '@isola/segmenter/element';
import { cutOutAnimation } from '@isola/segmenter/frames';
import { useCutout } from '@isola/segmenter/react';
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
