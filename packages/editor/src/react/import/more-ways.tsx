import { Button } from '@isola/ui/button';
import { Camera, Link } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOptional } from '../lazy-optional.ts';
import { useEditorHost } from '../session/editor-host.tsx';
import { imageTypes, useImageImport } from './import-context.ts';
import { UrlForm } from './url-form.tsx';

// If this code fails to load, the other ways still work.
const TwoShotsWay = lazyOptional(async () => (await import('../two-shots/two-shots-way.tsx')).TwoShotsWay);

export interface MoreWaysProps {
  offersCamera: boolean;
  /** True to offer glass from two photographs. */
  offersTwoShots: boolean;
}

/**
 * Ways to open an image other than the file picker: a phone's camera, a URL if the host can fetch one, and two
 * photographs of glass.
 */
export function MoreWays({ offersCamera, offersTwoShots }: MoreWaysProps) {
  const { t, i18n } = useTranslation('tool');
  const { take } = useImageImport();
  const { fetchImage } = useEditorHost();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasCamera = useCamera();
  // The texts of failures are loaded now, so that the form does not have to wait for them later.
  useEffect(() => void i18n.loadNamespaces(['errors', 'messages']), [i18n]);

  const shoot = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    if (files.length > 0) take(files);
  };
  const close = () => {
    setOpen(false);
    // The button that opened the form is rendered again with the next frame.
    requestAnimationFrame(() => opener.current?.focus());
  };
  return isOpen && fetchImage ? (
    <UrlForm
      fetchImage={fetchImage}
      onImage={(image) => {
        setOpen(false);
        take([image]);
      }}
      onClose={close}
    />
  ) : (
    <>
      {offersCamera && hasCamera && (
        <>
          <input ref={camera} type="file" hidden accept={imageTypes} capture="environment" onChange={shoot} />
          <Button size="sm" className="pointer-coarse:h-11" onClick={() => camera.current?.click()}>
            <Camera aria-hidden />
            {t('camera.take')}
          </Button>
        </>
      )}
      {fetchImage && (
        <Button ref={opener} variant="ghost" size="sm" className="pointer-coarse:h-11" onClick={() => setOpen(true)}>
          <Link aria-hidden />
          {t('address.open')}
        </Button>
      )}
      {offersTwoShots && <TwoShotsWay />}
    </>
  );
}

/** Returns whether to offer the camera: on touch devices that have one. It requests no permission. */
function useCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches || !('mediaDevices' in navigator)) return undefined;
    let isGone = false;
    navigator.mediaDevices.enumerateDevices().then(
      (devices) => !isGone && setHasCamera(devices.some(({ kind }) => kind === 'videoinput')),
      // A browser that rejects the request is treated as one without a camera.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return hasCamera;
}
