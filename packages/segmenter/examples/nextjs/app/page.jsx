'use client';
import { createSegmenter } from '@isola/segmenter';
import { useEffect, useState } from 'react';

// The server creates one too, which has no effect there: only the first call starts the worker.
const segmenter = createSegmenter({ manifestUrl: '/models/manifest.json' });

export default function CutOut() {
  const [url, setUrl] = useState();
  useEffect(() => () => URL.revokeObjectURL(url), [url]);

  async function cutOut({ target }) {
    const [file] = target.files;
    if (!file) return;
    const { png, run } = await segmenter.segment(file, { outputs: ['png'] });
    setUrl(URL.createObjectURL(png));
    console.log(run);
  }

  return (
    <>
      <input type="file" accept="image/*" onChange={cutOut} />
      <img src={url} alt="" />
    </>
  );
}
